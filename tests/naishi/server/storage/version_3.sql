BEGIN TRANSACTION;
CREATE TABLE keys (
	fingerprint VARCHAR NOT NULL,
	player INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	added FLOAT NOT NULL,
	last_used FLOAT NOT NULL,
	PRIMARY KEY (fingerprint),
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "keys" VALUES('SHA256:aiko',1,'',1790000060.0,1790000120.0);
INSERT INTO "keys" VALUES('SHA256:bruno',2,'',1790000180.0,1790000240.0);
INSERT INTO "keys" VALUES('SHA256:chiyo',3,'',1790000300.0,1790000360.0);
INSERT INTO "keys" VALUES('SHA256:anna',4,'',1790000420.0,1790000480.0);
INSERT INTO "keys" VALUES('SHA256:other',5,'',1790000540.0,1790000600.0);
INSERT INTO "keys" VALUES('SHA256:chiyo-laptop',3,'',1790000300.0,1790000360.0);
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
	game VARCHAR NOT NULL,
	rules_version INTEGER NOT NULL,
	agreements TEXT NOT NULL,
	state VARCHAR NOT NULL,
	turn INTEGER,
	round INTEGER NOT NULL,
	actions INTEGER NOT NULL,
	result VARCHAR,
	ended_at FLOAT,
	host INTEGER NOT NULL,
	public BOOLEAN NOT NULL,
	invite VARCHAR NOT NULL,
	updated FLOAT NOT NULL,
	record TEXT,
	PRIMARY KEY (id),
	FOREIGN KEY(host) REFERENCES players (id)
);
INSERT INTO "matches" VALUES('6gwpexj9',36,'naishi',1,'{"draw":null,"undo":null,"rematch":{"seat":0,"number":0},"offers":0,"resigned":null,"drawn":false,"next":null}','over',NULL,12,34,'finished',1790006840.0,2,1,'nwns-dd6s-rssk',1790006840.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["fort","rice","sentinel","ninja","naishi","sentinel"],["banner","rice","monk","advisor","torii","sentinel"],["rice","banner","monk","ronin","fort","ronin"],["torii","fort","rice","sentinel","torii","horseman"],["naishi","horseman","fort","ninja","advisor","monk"]],"gifts":[["advisor","rice"],["torii","advisor"]],"shuffles":[[1,4,0,3,2],[1,4,3,0,2]]},"position":null,"actions":["give 2","give 2","swap R2 R5","develop H3","decree H3","discard R1 R5","develop L4","swap H1 H5","develop H3","develop L4","develop H1","develop L4","develop H5","recall","develop H2","swap L5 H5","develop H5","develop L4","swap H1 H4","develop H3","develop L1","develop H4","develop L4","develop L5","develop L5","develop L1","develop H3","recall","develop H3","swap H1 H2","develop L3","develop L5","copy L1 advisor","copy L5 advisor"],"cursor":34}');
INSERT INTO "matches" VALUES('8tvszmcj',31,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','over',NULL,11,30,'finished',1790011700.0,1,1,'b4zf-q7cj-9axc',1790011700.0,'{"players":[{"name":"Guest 649078","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","torii","monk","advisor","ronin","naishi"],["rice","rice","banner","ninja","rice","banner"],["torii","horseman","ronin","rice","advisor","fort"],["sentinel","sentinel","torii","rice","torii","naishi"],["fort","monk","ninja","fort","fort","sentinel"]],"gifts":[["advisor","sentinel"],["horseman","advisor"]],"shuffles":[[3,0,2,1,4],[1,3,4,2,0]]},"position":null,"actions":["give 1","give 1","swap H1 H5","develop H2","swap R1 R5","develop H1","swap L1 L3","develop L4","develop H4","discard R2 R3","develop L5","develop H3","develop H1","develop L4","develop H4","develop H2","develop H3","develop H5","develop H1","develop H3","develop H4","develop H5","recall","develop H5","discard R2 R5","develop H5","develop L3","swap L1 L3","develop H3","develop H4"],"cursor":30}');
INSERT INTO "matches" VALUES('ajgkth3v',8,'naishi',1,'{"draw":null,"undo":null,"rematch":{"seat":1,"number":0},"offers":0,"resigned":1,"drawn":false,"next":"wa34efes"}','over',NULL,1,4,'resigned',1790009300.0,4,1,'mjuq-5eb8-2n7r',1790009300.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Anna","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["sentinel","ronin","fort","advisor","torii","fort"],["sentinel","naishi","torii","advisor","torii","advisor"],["fort","fort","banner","rice","torii","rice"],["monk","ronin","horseman","rice","naishi","advisor"],["banner","rice","monk","rice","ninja","sentinel"]],"gifts":[["horseman","ninja"],["monk","sentinel"]],"shuffles":[[3,4,2,1,0],[2,0,3,1,4]]},"position":null,"actions":["give 1","give 1","decree H3","swap H3 H5"],"cursor":4}');
INSERT INTO "matches" VALUES('bhgjb3dt',1,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',0,4,12,NULL,NULL,7,1,'rua3-78cr-mwtw',1790009420.0,'{"players":[{"name":"Guest 583705","kind":"human","pin":null},{"name":"Beginner bot","kind":"beginner","pin":null}],"options":{"undo":"free"},"deal":{"river":[["fort","rice","advisor","naishi","fort","sentinel"],["ronin","fort","monk","banner","rice","advisor"],["horseman","ronin","sentinel","torii","advisor","advisor"],["torii","torii","ninja","rice","ninja","horseman"],["monk","fort","rice","rice","banner","sentinel"]],"gifts":[["torii","monk"],["sentinel","naishi"]],"shuffles":[[2,4,0,1,3],[3,0,4,2,1]]},"position":null,"actions":["give 1","give 2","swap R1 R4","develop L4","swap R2 R5","develop L4","swap H1 H2","develop L4","discard R3 R5","develop H5","develop L4","develop H4"],"cursor":12}');
INSERT INTO "matches" VALUES('dprmcyhq',1,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','over',NULL,11,31,'finished',1790009540.0,7,1,'cgyk-4d73-e9zx',1790009540.0,'{"players":[{"name":"Strong bot","kind":"strong","pin":null},{"name":"Guest 583705","kind":"human","pin":null}],"options":{"undo":"free"},"deal":{"river":[["torii","advisor","horseman","torii","rice","rice"],["sentinel","banner","sentinel","ninja","fort","monk"],["monk","rice","fort","rice","horseman","naishi"],["advisor","fort","ronin","ninja","advisor","monk"],["ronin","naishi","torii","banner","sentinel","sentinel"]],"gifts":[["advisor","rice"],["fort","torii"]],"shuffles":[[2,3,4,0,1],[2,4,1,3,0]]},"position":null,"actions":["give 2","give 1","swap H1 H4","develop H3","swap R2 R3","develop H4","develop H3","swap L1 L5","discard R3 R5","develop L3","develop H3","recall","develop H4","discard R1 R2","develop L2","develop L4","swap L3 L4","develop L1","develop L2","develop H4","develop L1","develop L1","develop H2","develop L1","develop H1","develop L2","develop L5","develop L4","develop L4","develop L5","copy H2 horseman"],"cursor":31}');
INSERT INTO "matches" VALUES('eaev7r4x',6,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',1,1,5,NULL,NULL,4,1,'ew5w-sy8n-euue',1790008700.0,'{"players":[{"name":"Anna","kind":"human","pin":null},{"name":"Ꭺnna","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","ninja","advisor","monk","naishi","ronin"],["torii","sentinel","sentinel","fort","rice","rice"],["naishi","sentinel","fort","torii","horseman","monk"],["fort","banner","advisor","rice","advisor","sentinel"],["ninja","banner","ronin","torii","fort","rice"]],"gifts":[["torii","advisor"],["horseman","rice"]],"shuffles":[[1,4,2,3,0],[3,0,1,2,4]]},"position":null,"actions":["give 1","give 1","swap R1 R2","develop H4","discard R3 R4"],"cursor":5}');
INSERT INTO "matches" VALUES('gsyuq3mr',0,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','open',NULL,0,0,NULL,NULL,1,1,'v8rn-kh4f-z3hc',1790001140.0,NULL);
INSERT INTO "matches" VALUES('kaequnwv',28,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','over',NULL,11,27,'finished',1790004620.0,1,1,'m9ez-6t9w-xy2b',1790004620.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["sentinel","fort","ronin","advisor","torii","sentinel"],["rice","rice","naishi","sentinel","ninja","rice"],["naishi","torii","advisor","advisor","torii","horseman"],["ronin","ninja","monk","fort","monk","banner"],["monk","fort","advisor","rice","banner","sentinel"]],"gifts":[["torii","fort"],["horseman","rice"]],"shuffles":[[2,3,0,4,1],[3,2,4,1,0]]},"position":null,"actions":["give 2","give 2","swap L3 L5","develop L2","develop H4","swap L3 H3","swap L3 L4","develop H1","decree L2","develop H2","develop H4","develop L3","develop H3","develop H2","develop L1","develop L5","develop H1","develop H2","develop H1","develop L5","develop H3","develop L4","develop H2","develop L1","develop L5","develop H1","develop H2"],"cursor":27}');
INSERT INTO "matches" VALUES('nb5eacx2',1,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',0,2,6,NULL,NULL,3,1,'7jqf-bcy5-p6ty',1790012000.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Beginner bot","kind":"beginner","pin":null}],"options":{"undo":"free"},"deal":{"river":[["banner","rice","torii","rice","rice","ronin"],["rice","ninja","torii","torii","rice","advisor"],["sentinel","torii","fort","monk","banner","fort"],["ninja","fort","sentinel","sentinel","ronin","advisor"],["naishi","fort","monk","monk","sentinel","advisor"]],"gifts":[["horseman","naishi"],["horseman","advisor"]],"shuffles":[[1,0,2,3,4],[4,3,0,2,1]]},"position":null,"actions":["recall"],"cursor":1}');
INSERT INTO "matches" VALUES('qb9yc3uv',8,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',1,2,7,NULL,NULL,1,1,'475m-mznw-sv4r',1790001740.0,'{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["advisor","ronin","torii","sentinel","naishi","ninja"],["advisor","monk","advisor","fort","banner","sentinel"],["sentinel","monk","monk","naishi","horseman","torii"],["fort","sentinel","ninja","torii","banner","rice"],["torii","rice","horseman","fort","ronin","advisor"]],"gifts":[["rice","fort"],["rice","rice"]],"shuffles":[[4,3,0,2,1],[4,0,3,1,2]]},"position":null,"actions":["give 2","give 2","decree L4","develop H4","swap R3 R5","discard R4 R5","develop L5"],"cursor":7}');
INSERT INTO "matches" VALUES('rpuj7e5q',9,'naishi',1,'{"draw":null,"undo":{"seat":1,"number":0},"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',1,2,7,NULL,NULL,3,0,'6ujz-qny7-p9he',1790002880.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["rice","advisor","ninja","fort","sentinel","torii"],["torii","horseman","banner","monk","fort","rice"],["fort","advisor","ronin","rice","naishi","naishi"],["advisor","torii","monk","rice","horseman","torii"],["ronin","monk","advisor","banner","sentinel","sentinel"]],"gifts":[["sentinel","fort"],["ninja","rice"]],"shuffles":[[4,0,1,3,2],[3,1,2,0,4]]},"position":null,"actions":["give 1","give 1","decree H2","swap L1 L2","develop L5","discard R1 R3","develop H5"],"cursor":7}');
INSERT INTO "matches" VALUES('sh8rdy5x',1,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',0,1,0,NULL,NULL,1,1,'qysu-57pt-kzgh',1790011880.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"nam');
INSERT INTO "matches" VALUES('tsn2aa4j',11,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":1,"drawn":false,"next":null}','over',NULL,2,9,'resigned',1790007560.0,1,1,'sjgz-w9nr-482n',1790007560.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["sentinel","torii","ronin","rice","rice","ninja"],["sentinel","ronin","naishi","advisor","sentinel","sentinel"],["fort","advisor","banner","rice","rice","fort"],["advisor","advisor","banner","torii","monk","torii"],["monk","fort","horseman","rice","fort","naishi"]],"gifts":[["ninja","horseman"],["torii","monk"]],"shuffles":[[0,2,4,3,1],[1,4,3,2,0]]},"position":null,"actions":["give 1","give 1","swap R2 R4","develop H4","swap L1 L4","develop H4","swap R2 R4","develop L5","discard R3 R5"],"cursor":9}');
INSERT INTO "matches" VALUES('vkts7m2r',0,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','open',NULL,0,0,NULL,NULL,2,0,'kwcd-tqf3-me8s',1790001200.0,NULL);
INSERT INTO "matches" VALUES('w5as8xn4',11,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":true,"next":null}','over',NULL,2,8,'drawn',1790008280.0,2,1,'xc5y-d8p4-z3gs',1790008280.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Chiyo","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["fort","horseman","monk","naishi","fort","rice"],["torii","ronin","banner","advisor","sentinel","sentinel"],["monk","rice","fort","rice","banner","torii"],["fort","rice","torii","advisor","naishi","advisor"],["sentinel","advisor","rice","torii","sentinel","horseman"]],"gifts":[["ninja","ninja"],["monk","ronin"]],"shuffles":[[2,1,4,3,0],[1,2,4,0,3]]},"position":null,"actions":["give 2","give 1","swap L3 L4","develop L3","swap L3 L5","develop H2","discard R1 R2","develop H3"],"cursor":8}');
INSERT INTO "matches" VALUES('wa34efes',0,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',0,1,0,NULL,NULL,2,1,'w2du-bmyt-tus4',1790009240.0,'{"players":[{"name":"Anna","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","advisor","rice","monk","fort","advisor"],["torii","ronin","torii","fort","ronin","ninja"],["advisor","fort","banner","sentinel","torii","advisor"],["banner","rice","horseman","monk","sentinel","horseman"],["rice","sentinel","ninja","rice","rice","torii"]],"gifts":[["fort","naishi"],["naishi","sentinel"]],"shuffles":[[1,3,2,4,0],[4,1,0,3,2]]},"position":null,"actions":[],"cursor":0}');
INSERT INTO "matches" VALUES('wkt9cd84',2,'naishi',1,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":1,"drawn":false,"next":null}','over',NULL,2,6,'resigned',1790009720.0,3,1,'h7dc-jjb7-3fj3',1790009720.0,'{"players":[{"name":"Intermediate bot","kind":"intermediate","pin":null},{"name":"Guest 189505","kind":"human","pin":null}],"options":{"undo":"free"},"deal":{"river":[["sentinel","naishi","rice","advisor","rice","fort"],["torii","horseman","fort","sentinel","ronin","fort"],["monk","torii","monk","advisor","advisor","torii"],["banner","fort","sentinel","rice","banner","rice"],["torii","ronin","naishi","ninja","sentinel","monk"]],"gifts":[["rice","advisor"],["ninja","horseman"]],"shuffles":[[0,4,1,3,2],[3,2,1,4,0]]},"position":null,"actions":["give 1","give 2","swap H1 H5","develop L2","develop L5","swap L4 L5"],"cursor":6}');
INSERT INTO "matches" VALUES('y5rkzp7y',8,'naishi',1,'{"draw":{"seat":1,"number":0},"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}','playing',0,2,6,NULL,NULL,1,1,'na9r-nfwd-sbg3',1790002280.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["naishi","advisor","torii","rice","torii","advisor"],["fort","advisor","rice","fort","ninja","sentinel"],["sentinel","monk","advisor","ronin","rice","monk"],["sentinel","torii","ninja","rice","fort","naishi"],["monk","rice","banner","fort","sentinel","horseman"]],"gifts":[["torii","banner"],["horseman","ronin"]],"shuffles":[[4,2,3,1,0],[2,4,1,3,0]]},"position":null,"actions":["give 1","give 2","swap L3 L4","develop L3","develop H1","end"],"cursor":6}');
CREATE TABLE players (
	id INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	name_key VARCHAR NOT NULL,
	named BOOLEAN NOT NULL,
	code VARCHAR,
	recovery VARCHAR,
	created FLOAT NOT NULL,
	last_seen FLOAT NOT NULL,
	settings TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name_key),
	UNIQUE (code)
);
INSERT INTO "players" VALUES(1,'Aiko','alko',1,NULL,NULL,1790000060.0,1790000120.0,'{"language": "fr", "theme": "light"}');
INSERT INTO "players" VALUES(2,'Bruno','bruno',1,NULL,NULL,1790000180.0,1790000240.0,'{}');
INSERT INTO "players" VALUES(3,'Chiyo','chlyo',1,NULL,NULL,1790000300.0,1790000360.0,'{}');
INSERT INTO "players" VALUES(4,'Anna','anna',1,NULL,NULL,1790000420.0,1790000480.0,'{}');
INSERT INTO "players" VALUES(5,'Ꭺnna','anna #2',1,NULL,NULL,1790000540.0,1790000600.0,'{}');
INSERT INTO "players" VALUES(7,'Guest 583705','guestsbetos',0,'547625fb8343e259a962aa51663c63e02c6f1ac957fabf35fe68cf33e640f7ca',NULL,1790000960.0,1790000960.0,'{}');
INSERT INTO "players" VALUES(9,'Guest 649078','gone 9',0,NULL,NULL,1790001080.0,1784730680.0,'{}');
CREATE TABLE results (
	"match" VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	player INTEGER,
	result VARCHAR NOT NULL,
	points INTEGER,
	ended_at FLOAT NOT NULL,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE,
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID;
INSERT INTO "results" VALUES('6gwpexj9',0,2,'won',23,1790006840.0);
INSERT INTO "results" VALUES('6gwpexj9',1,1,'lost',1,1790006840.0);
INSERT INTO "results" VALUES('8tvszmcj',0,9,'lost',1,1790011700.0);
INSERT INTO "results" VALUES('8tvszmcj',1,1,'won',5,1790011700.0);
INSERT INTO "results" VALUES('ajgkth3v',0,2,'won',NULL,1790009300.0);
INSERT INTO "results" VALUES('ajgkth3v',1,4,'lost',NULL,1790009300.0);
INSERT INTO "results" VALUES('dprmcyhq',0,NULL,'won',4,1790009540.0);
INSERT INTO "results" VALUES('dprmcyhq',1,7,'lost',-2,1790009540.0);
INSERT INTO "results" VALUES('kaequnwv',0,2,'lost',8,1790004620.0);
INSERT INTO "results" VALUES('kaequnwv',1,1,'won',22,1790004620.0);
INSERT INTO "results" VALUES('tsn2aa4j',0,3,'won',NULL,1790007560.0);
INSERT INTO "results" VALUES('tsn2aa4j',1,1,'lost',NULL,1790007560.0);
INSERT INTO "results" VALUES('w5as8xn4',0,2,'drawn',NULL,1790008280.0);
INSERT INTO "results" VALUES('w5as8xn4',1,3,'drawn',NULL,1790008280.0);
INSERT INTO "results" VALUES('wkt9cd84',0,NULL,'won',NULL,1790009720.0);
INSERT INTO "results" VALUES('wkt9cd84',1,3,'lost',NULL,1790009720.0);
CREATE TABLE seats (
	"match" VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	player INTEGER,
	name VARCHAR NOT NULL,
	seen INTEGER NOT NULL,
	seen_agreements TEXT,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE,
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID;
INSERT INTO "seats" VALUES('6gwpexj9',0,2,'',34,'{"draw":null,"undo":null,"rematch":{"seat":0,"number":0},"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('6gwpexj9',1,1,'',34,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('8tvszmcj',0,9,'',30,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('8tvszmcj',1,1,'',30,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('ajgkth3v',0,2,'',4,'{"draw":null,"undo":null,"rematch":{"seat":1,"number":0},"offers":0,"resigned":1,"drawn":false,"next":"wa34efes"}');
INSERT INTO "seats" VALUES('ajgkth3v',1,4,'',4,'{"draw":null,"undo":null,"rematch":{"seat":1,"number":0},"offers":0,"resigned":1,"drawn":false,"next":"wa34efes"}');
INSERT INTO "seats" VALUES('bhgjb3dt',0,7,'',12,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('bhgjb3dt',1,NULL,'Beginner bot',0,NULL);
INSERT INTO "seats" VALUES('dprmcyhq',0,NULL,'Strong bot',0,NULL);
INSERT INTO "seats" VALUES('dprmcyhq',1,7,'',31,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('eaev7r4x',0,4,'',5,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('eaev7r4x',1,5,'',5,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('gsyuq3mr',0,1,'',0,NULL);
INSERT INTO "seats" VALUES('kaequnwv',0,2,'',27,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('kaequnwv',1,1,'',27,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('nb5eacx2',0,3,'',6,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('nb5eacx2',1,NULL,'Beginner bot',0,NULL);
INSERT INTO "seats" VALUES('qb9yc3uv',0,1,'',7,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('qb9yc3uv',1,2,'',6,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('rpuj7e5q',0,3,'',7,'{"draw":null,"undo":{"seat":1,"number":0},"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('rpuj7e5q',1,2,'',7,'{"draw":null,"undo":{"seat":1,"number":0},"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('sh8rdy5x',0,3,'',0,NULL);
INSERT INTO "seats" VALUES('sh8rdy5x',1,1,'',0,NULL);
INSERT INTO "seats" VALUES('tsn2aa4j',0,3,'',9,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('tsn2aa4j',1,1,'',9,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":1,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('vkts7m2r',0,2,'',0,NULL);
INSERT INTO "seats" VALUES('w5as8xn4',0,2,'',8,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":true,"next":null}');
INSERT INTO "seats" VALUES('w5as8xn4',1,3,'',8,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":true,"next":null}');
INSERT INTO "seats" VALUES('wa34efes',0,4,'',0,NULL);
INSERT INTO "seats" VALUES('wa34efes',1,2,'',0,NULL);
INSERT INTO "seats" VALUES('wkt9cd84',0,NULL,'Intermediate bot',0,NULL);
INSERT INTO "seats" VALUES('wkt9cd84',1,3,'',6,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":1,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('y5rkzp7y',0,3,'',6,'{"draw":null,"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('y5rkzp7y',1,1,'',6,'{"draw":{"seat":1,"number":0},"undo":null,"rematch":null,"offers":0,"resigned":null,"drawn":false,"next":null}');
CREATE INDEX players_by_last_seen ON players (last_seen);
CREATE UNIQUE INDEX players_by_recovery ON players (recovery);
CREATE INDEX keys_by_player ON keys (player);
CREATE INDEX link_codes_by_expiry ON link_codes (expires);
CREATE INDEX link_codes_by_player ON link_codes (player);
CREATE INDEX matches_by_host ON matches (host, state);
CREATE INDEX matches_by_invite ON matches (invite);
CREATE INDEX matches_listed ON matches (state, public, updated);
CREATE INDEX results_by_player ON results (player, ended_at);
CREATE INDEX seats_by_player ON seats (player, "match");
COMMIT;
PRAGMA application_id = 1315006835;
PRAGMA user_version = 3;
