BEGIN TRANSACTION;
CREATE TABLE keys (
	fingerprint VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	PRIMARY KEY (fingerprint), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "keys" VALUES('SHA256:a',1);
INSERT INTO "keys" VALUES('SHA256:b',2);
CREATE TABLE link_codes (
	code VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE matches (
	id VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	record TEXT, 
	agreed TEXT NOT NULL, 
	state VARCHAR NOT NULL, 
	turn INTEGER, 
	round INTEGER NOT NULL, 
	actions INTEGER NOT NULL, 
	host INTEGER NOT NULL, 
	seat_0 INTEGER, 
	seat_1 INTEGER, 
	seen_0 INTEGER NOT NULL, 
	seen_1 INTEGER NOT NULL, 
	public BOOLEAN NOT NULL, 
	invite VARCHAR NOT NULL, 
	updated FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES players (id), 
	FOREIGN KEY(seat_0) REFERENCES players (id), 
	FOREIGN KEY(seat_1) REFERENCES players (id)
);
INSERT INTO "matches" VALUES('7dwqrp27',0,'{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["ninja","banner","fort","monk","sentinel","horseman"],["fort","torii","rice","monk","torii","sentinel"],["ronin","rice","advisor","naishi","sentinel","torii"],["ninja","advisor","fort","horseman","banner","rice"],["naishi","monk","rice","advisor","advisor","rice"]],"gifts":[["ronin","fort"],["torii","sentinel"]],"shuffles":[[1,3,2,0,4],[0,1,3,4,2]]},"actions":["give 1","give 2"],"cursor":2}','{"draw":null,"take_back":null,"resigned":null,"drawn":false,"rematch":null,"next":null}','playing',0,1,2,1,1,2,0,0,1,'uvdv-3c73-y5p8',1.79531839314984440801e+09);
INSERT INTO "matches" VALUES('v998ek8e',0,NULL,'{"draw":null,"take_back":null,"resigned":null,"drawn":false,"rematch":null,"next":null}','open',NULL,0,0,2,2,NULL,0,0,0,'ysu8-2w8b-am44',1.7953183931676278115e+09);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	name_key VARCHAR NOT NULL, 
	named BOOLEAN NOT NULL, 
	code VARCHAR, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name_key), 
	UNIQUE (code)
);
INSERT INTO "players" VALUES(1,'Aiko','alko',1,NULL,1.79531839313188147548e+09);
INSERT INTO "players" VALUES(2,'Bruno','bruno',1,NULL,1.79531839314481186866e+09);
CREATE INDEX matches_by_seat_1 ON matches (seat_1);
CREATE INDEX matches_by_host ON matches (host);
CREATE INDEX matches_by_seat_0 ON matches (seat_0);
CREATE INDEX matches_by_state ON matches (state, public);
COMMIT;
PRAGMA user_version = 1;
