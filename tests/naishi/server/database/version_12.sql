PRAGMA application_id = 1315006835;
PRAGMA user_version = 12;
BEGIN TRANSACTION;
CREATE TABLE alive (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "alive" VALUES(1,1799543595.0);
CREATE TABLE analyses (
	"match" VARCHAR NOT NULL, 
	document BLOB NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
CREATE TABLE begun_matches (
	"match" VARCHAR NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "begun_matches" VALUES('3mxt3v9r',1799539750.0);
INSERT INTO "begun_matches" VALUES('5hvxwwzb',1799543530.0);
INSERT INTO "begun_matches" VALUES('5tznfatc',1799543410.0);
INSERT INTO "begun_matches" VALUES('6dhpzttq',1799543590.0);
INSERT INTO "begun_matches" VALUES('8tumnwcu',1799543590.0);
INSERT INTO "begun_matches" VALUES('a5adhve2',1799543470.0);
INSERT INTO "begun_matches" VALUES('ads8wp6t',1799539330.0);
INSERT INTO "begun_matches" VALUES('bkzeqfe3',1799539630.0);
INSERT INTO "begun_matches" VALUES('gg9fbvrr',1799539570.0);
INSERT INTO "begun_matches" VALUES('jxdjtm5z',1799539390.0);
INSERT INTO "begun_matches" VALUES('ktfu9qhh',1799539270.0);
INSERT INTO "begun_matches" VALUES('m8s3ek9a',1799539450.0);
INSERT INTO "begun_matches" VALUES('mzjfydue',1799539690.0);
INSERT INTO "begun_matches" VALUES('n7cm6tjd',1799539210.0);
INSERT INTO "begun_matches" VALUES('pa5y9f87',1799543470.0);
INSERT INTO "begun_matches" VALUES('zvf3wns9',1799539510.0);
INSERT INTO "begun_matches" VALUES('zx28g7yw',1799543470.0);
CREATE TABLE blocked_players (
	player INTEGER NOT NULL, 
	blocked INTEGER NOT NULL, 
	PRIMARY KEY (player, blocked), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE, 
	FOREIGN KEY(blocked) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE challenges (
	"match" VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE, 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
INSERT INTO "challenges" VALUES('bb4dvhqn',4);
CREATE TABLE clocks (
	"match" VARCHAR NOT NULL, 
	control VARCHAR NOT NULL, 
	left_0 FLOAT NOT NULL, 
	left_1 FLOAT NOT NULL, 
	turned FLOAT NOT NULL, 
	since FLOAT, 
	waits BOOLEAN NOT NULL, 
	warned FLOAT, 
	deadline FLOAT, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "clocks" VALUES('3mxt3v9r','10+5',550.0,610.0,1799539810.0,1799539810.0,0,NULL,NULL);
INSERT INTO "clocks" VALUES('5hvxwwzb','',0.0,0.0,1799543590.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('5tznfatc','',0.0,0.0,1799543470.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('6dhpzttq','3d',259200.0,259200.0,1799543590.0,1799543590.0,0,NULL,1799802790.0);
INSERT INTO "clocks" VALUES('8tumnwcu','3d',259200.0,259200.0,1799543590.0,1799543590.0,0,NULL,NULL);
INSERT INTO "clocks" VALUES('a5adhve2','10+5',550.0,610.0,1799543530.0,1799543530.0,0,NULL,1799544080.0);
INSERT INTO "clocks" VALUES('ads8wp6t','',0.0,0.0,1799539390.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('bkzeqfe3','3d',259200.0,259200.0,1799539690.0,1799539690.0,0,NULL,NULL);
INSERT INTO "clocks" VALUES('gg9fbvrr','',0.0,0.0,1799539630.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('grqq7zdt','3d',0.0,0.0,0.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('jxdjtm5z','',0.0,0.0,1799539450.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('ktfu9qhh','3d',259200.0,259200.0,1799539330.0,1799539330.0,0,NULL,1799798530.0);
INSERT INTO "clocks" VALUES('m8s3ek9a','',0.0,0.0,1799539510.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('mzjfydue','',0.0,0.0,1799539750.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('n7cm6tjd','',0.0,0.0,1799539270.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('pa5y9f87','',0.0,0.0,1799543470.0,NULL,0,NULL,NULL);
INSERT INTO "clocks" VALUES('zvf3wns9','',0.0,0.0,1799539570.0,NULL,0,NULL,NULL);
CREATE TABLE deal_key (
	id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "deal_key" VALUES(1,'efc73333b4d2bf6de06f6f41991bdfd26e306f63947b95d9d68431cd16202155');
CREATE TABLE deal_secrets (
	"match" VARCHAR NOT NULL, 
	secret VARCHAR NOT NULL, 
	word VARCHAR NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "deal_secrets" VALUES('7wkayeay','98404693968ed661a99807dca9897645','');
INSERT INTO "deal_secrets" VALUES('bb4dvhqn','e6eb8979ad5b45b7a9280c0bebe943b5','');
INSERT INTO "deal_secrets" VALUES('grqq7zdt','e81251e1a9797d38b14869df8b1ddb1a','');
CREATE TABLE exercises (
	player INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	ply INTEGER NOT NULL, 
	decision TEXT NOT NULL, 
	box INTEGER NOT NULL, 
	due VARCHAR, 
	PRIMARY KEY (player, "match", ply), 
	FOREIGN KEY(player) REFERENCES players (id), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE keys (
	fingerprint VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	added FLOAT NOT NULL, 
	last_used FLOAT NOT NULL, 
	PRIMARY KEY (fingerprint), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "keys" VALUES('SHA256:Aiko',1,'',1.79590519414228844642e+09,1.79590519414228844642e+09);
INSERT INTO "keys" VALUES('SHA256:Bruno',2,'',1.79590519417666435236e+09,1.79590519417666435236e+09);
INSERT INTO "keys" VALUES('SHA256:Chiyo',3,'',1.79590519420975708959e+09,1.79590519420975708959e+09);
INSERT INTO "keys" VALUES('SHA256:Dora',4,'',1.79590519422254943845e+09,1.79590519422254943845e+09);
CREATE TABLE link_codes (
	code VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE linked_players (
	one INTEGER NOT NULL, 
	other INTEGER NOT NULL, 
	until FLOAT NOT NULL, 
	PRIMARY KEY (one, other), 
	FOREIGN KEY(one) REFERENCES players (id) ON DELETE CASCADE, 
	FOREIGN KEY(other) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE matches (
	id VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version INTEGER NOT NULL, 
	expansion VARCHAR, 
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
INSERT INTO "matches" VALUES('7wkayeay',0,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','open',NULL,0,0,NULL,NULL,1,1,'f7ht-gubs-m3tm',1799539200.0,NULL);
INSERT INTO "matches" VALUES('grqq7zdt',0,'naishi',1,'legends-travellers','{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','open',NULL,0,0,NULL,NULL,2,0,'w5jh-ppge-rym9',1799539200.0,NULL);
INSERT INTO "matches" VALUES('bb4dvhqn',0,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','open',NULL,0,0,NULL,NULL,3,0,'7ptx-n22m-p6tz',1799539200.0,NULL);
INSERT INTO "matches" VALUES('n7cm6tjd',8,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,2,7,NULL,NULL,1,1,'zy9z-ef6k-dzej',1799539270.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["rice","ronin","sentinel","banner","fort","torii"],["sentinel","horseman","advisor","torii","torii","fort"],["monk","monk","advisor","sentinel","fort","rice"],["advisor","horseman","naishi","fort","ninja","torii"],["ronin","monk","naishi","rice","rice","banner"]],"gifts":[["sentinel","ninja"],["rice","advisor"]],"shuffles":[[3,0,1,4,2],[3,1,4,0,2]]},"position":null,"proof":{"secret":"2f7cef3497f7408e2c942d14bb555367","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 2","develop H1","end","develop H1","end","develop H1"],"cursor":7}');
INSERT INTO "matches" VALUES('ktfu9qhh',10,'naishi',1,'legends-travellers','{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',1,2,9,NULL,NULL,2,1,'ymsa-t3qd-t2c4',1799539330.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off","expansion":"legends-travellers"},"deal":{"river":[["torii","cherry_lady","banner","monk","porter","ronin","advisor"],["legendary_ninja","banner","naishi","rice","ninja","legendary_advisor","samurai"],["rice","sentinel","monk","sentinel","sentinel","ronin","horseman"],["torii","monk","old_man","advisor","advisor","torii","fort"],["naishi","rice","fort","legendary_horseman","rice","little_girl","torii"]],"gifts":[["fort","sentinel"],["rice","fort"]],"shuffles":[[1,3,4,2,0],[0,3,4,2,1]]},"position":null,"proof":{"secret":"d593010a5405b6d73e1048ffa23e9a32","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","skip","end","develop H1","end"],"cursor":9}');
INSERT INTO "matches" VALUES('ads8wp6t',9,'naishi',1,NULL,'{"draw":{"seat":0,"number":1,"days":null},"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,2,7,NULL,NULL,1,1,'gdkd-ujwy-zhpt',1799539390.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["banner","rice","fort","rice","monk","rice"],["horseman","sentinel","sentinel","fort","ronin","rice"],["naishi","advisor","monk","ninja","ronin","rice"],["advisor","ninja","torii","banner","fort","fort"],["horseman","torii","advisor","torii","sentinel","torii"]],"gifts":[["sentinel","advisor"],["monk","naishi"]],"shuffles":[[4,2,3,0,1],[0,2,1,4,3]]},"position":null,"proof":{"secret":"d0212ad0a392cf8b73cc31bb5c068074","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1"],"cursor":7}');
INSERT INTO "matches" VALUES('jxdjtm5z',9,'naishi',1,NULL,'{"draw":null,"undo":{"seat":1,"number":1,"days":null},"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,2,7,NULL,NULL,1,1,'y5zy-q89g-63uh',1799539450.0,'{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Dora","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["fort","rice","ronin","ninja","torii","sentinel"],["monk","fort","rice","horseman","banner","naishi"],["banner","sentinel","rice","torii","sentinel","rice"],["advisor","advisor","torii","monk","advisor","fort"],["sentinel","horseman","torii","monk","naishi","fort"]],"gifts":[["advisor","ronin"],["rice","ninja"]],"shuffles":[[1,2,3,4,0],[4,1,3,0,2]]},"position":null,"proof":{"secret":"34a68bffd7db72ececfea47acd11c67a","words":["",""],"host":0,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1"],"cursor":7}');
INSERT INTO "matches" VALUES('m8s3ek9a',29,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":{"seat":0,"number":1,"days":null},"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,6,27,'finished',1799539510.0,1,1,'z62w-ht7e-25gb',1799539510.0,'{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["torii","horseman","fort","naishi","ninja","fort"],["rice","monk","fort","fort","ronin","sentinel"],["sentinel","ninja","ronin","rice","monk","torii"],["advisor","advisor","advisor","rice","torii","monk"],["banner","rice","banner","torii","advisor","rice"]],"gifts":[["sentinel","sentinel"],["horseman","naishi"]],"shuffles":[[0,2,4,1,3],[1,4,3,2,0]]},"position":null,"proof":{"secret":"cf7a25ea17a018cf60d9bf3e2b0a8a26","words":["",""],"host":0,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","copy H1 horseman"],"cursor":27}');
INSERT INTO "matches" VALUES('zvf3wns9',14,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":1,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,3,12,'resigned',1799539570.0,1,1,'6v9x-a75s-2y5x',1799539570.0,'{"players":[{"name":"Bruno","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["advisor","sentinel","rice","horseman","torii","fort"],["monk","ronin","torii","rice","fort","torii"],["fort","naishi","banner","torii","advisor","advisor"],["rice","banner","ronin","horseman","naishi","ninja"],["sentinel","rice","sentinel","monk","monk","fort"]],"gifts":[["rice","advisor"],["sentinel","ninja"]],"shuffles":[[4,2,3,1,0],[0,2,1,3,4]]},"position":null,"proof":{"secret":"29d3bdd8e9f350eeecca2dae27ee8837","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end"],"cursor":12}');
INSERT INTO "matches" VALUES('gg9fbvrr',15,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":true,"next":null}','over',NULL,3,12,'drawn',1799539630.0,2,1,'tj4p-mkqq-h2an',1799539630.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","fort","torii","rice","sentinel","banner"],["torii","ninja","horseman","sentinel","advisor","horseman"],["sentinel","naishi","ronin","advisor","sentinel","rice"],["rice","fort","monk","fort","advisor","torii"],["torii","monk","fort","advisor","ninja","ronin"]],"gifts":[["banner","rice"],["naishi","rice"]],"shuffles":[[0,1,3,2,4],[0,3,1,2,4]]},"position":null,"proof":{"secret":"7252f5b10f58145fa63307507b33923e","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end"],"cursor":12}');
INSERT INTO "matches" VALUES('bkzeqfe3',28,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,6,27,'finished',1799539690.0,1,1,'qg4r-eu6p-dfv3',1799539690.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Aiko","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["torii","advisor","fort","rice","sentinel","monk"],["advisor","naishi","fort","rice","torii","monk"],["horseman","rice","fort","torii","sentinel","advisor"],["ronin","torii","fort","advisor","rice","naishi"],["horseman","banner","ninja","rice","ronin","monk"]],"gifts":[["sentinel","sentinel"],["banner","ninja"]],"shuffles":[[4,1,2,3,0],[2,1,3,0,4]]},"position":null,"proof":{"secret":"655efe1aa6958359c41fa1937af1fa03","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H1","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","develop H2","end","copy H3 monk"],"cursor":27}');
INSERT INTO "matches" VALUES('mzjfydue',3,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":1,"drawn":false,"next":null}','over',NULL,1,1,'aborted',1799539750.0,2,1,'jj7u-zr4y-ub3q',1799539750.0,'{"players":[{"name":"Dora","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["horseman","fort","horseman","torii","rice","naishi"],["naishi","monk","rice","sentinel","torii","rice"],["sentinel","fort","sentinel","ronin","advisor","torii"],["ronin","fort","rice","sentinel","advisor","ninja"],["monk","torii","advisor","monk","ninja","rice"]],"gifts":[["banner","advisor"],["banner","fort"]],"shuffles":[[2,0,1,4,3],[2,0,4,3,1]]},"position":null,"proof":{"secret":"62210b6437d44c32e5c85b03b0af1874","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1"],"cursor":1}');
INSERT INTO "matches" VALUES('3mxt3v9r',9,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":0,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,2,6,'timed out',1799543410.0,3,1,'y2da-fjdk-mgdw',1799543410.0,'{"players":[{"name":"Dora","kind":"human","pin":null},{"name":"Chiyo","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","advisor","advisor","rice","fort","ronin"],["rice","naishi","rice","torii","sentinel","torii"],["banner","sentinel","rice","monk","advisor","sentinel"],["rice","banner","fort","fort","torii","ninja"],["ninja","sentinel","naishi","advisor","monk","torii"]],"gifts":[["fort","horseman"],["horseman","ronin"]],"shuffles":[[0,4,2,1,3],[3,0,4,2,1]]},"position":null,"proof":{"secret":"471008172b2ea346c8511cdabc071f2f","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end"],"cursor":6}');
INSERT INTO "matches" VALUES('5tznfatc',8,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":1,"aborted":null,"drawn":false,"next":null}','over',NULL,2,6,'claimed',1799543470.0,3,1,'5zsd-4xnj-ts6s',1799543470.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["advisor","torii","fort","sentinel","sentinel","fort"],["rice","ninja","banner","monk","horseman","sentinel"],["torii","advisor","banner","rice","rice","monk"],["torii","naishi","advisor","sentinel","monk","torii"],["fort","rice","rice","ninja","horseman","naishi"]],"gifts":[["fort","ronin"],["ronin","advisor"]],"shuffles":[[0,3,4,1,2],[4,1,2,0,3]]},"position":null,"proof":{"secret":"e05dc868e9b2a10193484e2d230f57bc","words":["",""],"host":0,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end"],"cursor":6}');
INSERT INTO "matches" VALUES('pa5y9f87',1,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,1,0,NULL,NULL,4,1,'2ux6-uzus-4td3',1799543470.0,'{"players":[{"name":"Guest 599766","kind":"human","pin":null},{"name":"Dora","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["banner","torii","advisor","ninja","fort","advisor"],["naishi","fort","rice","sentinel","advisor","monk"],["naishi","advisor","rice","ninja","rice","banner"],["fort","torii","sentinel","ronin","sentinel","monk"],["fort","monk","torii","horseman","rice","torii"]],"gifts":[["ronin","horseman"],["rice","sentinel"]],"shuffles":[[1,3,0,4,2],[3,0,4,2,1]]},"position":null,"proof":{"secret":"9808cc508737cd8c8b3736a00f028d85","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":[],"cursor":0}');
INSERT INTO "matches" VALUES('zx28g7yw',2,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,1,2,NULL,NULL,5,1,'azhm-mj5p-gp5j',1799543470.0,'{"players":[{"name":"Koshikibu","kind":"beginner","pin":null},{"name":"Guest 599766","kind":"human","pin":null}],"options":{"undo":"free"},"deal":{"river":[["monk","rice","fort","horseman","sentinel","naishi"],["advisor","rice","fort","banner","banner","ninja"],["ninja","rice","advisor","ronin","torii","rice"],["fort","torii","naishi","advisor","monk","ronin"],["sentinel","advisor","monk","sentinel","torii","fort"]],"gifts":[["rice","horseman"],["sentinel","torii"]],"shuffles":[[4,0,2,1,3],[0,4,1,2,3]]},"position":null,"proof":{"secret":"48a2dda61556959f2ed481781fffcb08","words":["",""],"host":1,"seats_drawn":true,"round":[]},"actions":["give 2","give 1"],"cursor":2}');
INSERT INTO "matches" VALUES('a5adhve2',8,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,2,6,NULL,NULL,3,1,'wghp-7awy-2f8n',1799543530.0,'{"players":[{"name":"Chiyo","kind":"human","pin":null},{"name":"Dora","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["monk","fort","banner","monk","torii","sentinel"],["fort","ronin","horseman","sentinel","advisor","horseman"],["torii","rice","torii","ronin","naishi","sentinel"],["monk","sentinel","rice","naishi","rice","fort"],["advisor","rice","rice","torii","ninja","ninja"]],"gifts":[["banner","advisor"],["advisor","fort"]],"shuffles":[[1,0,2,3,4],[4,0,2,1,3]]},"position":null,"proof":{"secret":"86d391d5d7df25bd6860e60d566c240d","words":["",""],"host":0,"seats_drawn":true,"round":[]},"actions":["give 1","give 1","develop H1","end","develop H1","end"],"cursor":6}');
INSERT INTO "matches" VALUES('5hvxwwzb',15,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":0,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,3,12,'resigned',1799543590.0,6,1,'jag6-gqb7-ebkr',1799543590.0,'{"players": [{"name": "\u2013", "kind": "human", "pin": null}, {"name": "Aiko", "kind": "human", "pin": null}], "options": {"undo": "off"}, "deal": {"river": [["horseman", "advisor", "monk", "sentinel", "advisor", "fort"], ["advisor", "banner", "torii", "monk", "ronin", "fort"], ["rice", "ninja", "ronin", "rice", "torii", "naishi"], ["banner", "rice", "horseman", "sentinel", "advisor", "naishi"], ["rice", "torii", "ninja", "torii", "sentinel", "fort"]], "gifts": [["rice", "sentinel"], ["fort", "monk"]], "shuffles": [[3, 4, 2, 1, 0], [4, 3, 0, 2, 1]]}, "position": null, "proof": {"secret": "4fc47071b4ce10ab651e678957db7d48", "words": ["", ""], "host": 0, "seats_drawn": true, "round": []}, "actions": ["give 1", "give 1", "develop H1", "end", "develop H1", "end", "develop H1", "end", "develop H1", "end", "develop H1", "end"], "cursor": 12}');
INSERT INTO "matches" VALUES('8tumnwcu',1,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":0,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','over',NULL,1,0,'resigned',1799543590.0,1,1,'cqme-h7g8-cc7t',1799543590.0,'{"players":[{"name":"Aiko","kind":"human","pin":null},{"name":"Bruno","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["ninja","torii","rice","fort","rice","banner"],["fort","naishi","torii","rice","naishi","torii"],["sentinel","advisor","rice","rice","fort","fort"],["horseman","advisor","monk","ninja","sentinel","advisor"],["advisor","sentinel","monk","banner","horseman","monk"]],"gifts":[["torii","ronin"],["ronin","sentinel"]],"shuffles":[[0,2,1,3,4],[3,2,4,1,0]]},"position":null,"proof":{"secret":"6ac68b83942828d041d61313070d939b","words":["",""],"host":0,"seats_drawn":false,"round":["cfa8edb85cfb2b863a66749cedd08cc404880e71d96d2b75f47f8f45e81f7753","91ae38f12f249fbb677e385d3c91bf15fe8c4d544c8017ba2e2eb85da04fb615"]},"actions":[],"cursor":0}');
INSERT INTO "matches" VALUES('6dhpzttq',0,'naishi',1,NULL,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}','playing',0,1,0,NULL,NULL,4,1,'6tsk-hqt6-7aq9',1799543590.0,'{"players":[{"name":"Dora","kind":"human","pin":null},{"name":"Chiyo","kind":"human","pin":null}],"options":{"undo":"off"},"deal":{"river":[["naishi","banner","sentinel","monk","rice","torii"],["advisor","banner","horseman","torii","sentinel","rice"],["rice","torii","ronin","rice","naishi","ninja"],["advisor","sentinel","monk","monk","sentinel","fort"],["ronin","advisor","fort","horseman","fort","advisor"]],"gifts":[["torii","rice"],["fort","ninja"]],"shuffles":[[2,0,3,1,4],[0,2,3,1,4]]},"position":null,"proof":{"secret":"83fb33e8268f23ff7f6bdb2abbf22c3a","words":["",""],"host":0,"seats_drawn":false,"round":["cfa8edb85cfb2b863a66749cedd08cc404880e71d96d2b75f47f8f45e81f7753","91ae38f12f249fbb677e385d3c91bf15fe8c4d544c8017ba2e2eb85da04fb615"]},"actions":[],"cursor":0}');
CREATE TABLE muted_players (
	player INTEGER NOT NULL, 
	muted INTEGER NOT NULL, 
	PRIMARY KEY (player, muted), 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE, 
	FOREIGN KEY(muted) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE plans (
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "plans" VALUES('n7cm6tjd',1,'{"rules":[{"when":"develop L4","play":["develop H3","end"]}],"ply":7,"mark":3886501670,"end":null,"rule":null,"refused":null}');
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
INSERT INTO "players" VALUES(1,'Aiko','alko',1,NULL,NULL,1.79590519414130973816e+09,1.79590519414130973816e+09,'{"theme": "light"}');
INSERT INTO "players" VALUES(2,'Bruno','bruno',1,NULL,NULL,1.79590519417641448973e+09,1.79590519417641448973e+09,'{}');
INSERT INTO "players" VALUES(3,'Chiyo','chlyo',1,NULL,NULL,1795905194.20948,1795905194.20948,'{}');
INSERT INTO "players" VALUES(4,'Dora','dora',1,NULL,NULL,1.79590519422231459619e+09,1.79590519422231459619e+09,'{}');
INSERT INTO "players" VALUES(5,'Guest 599766','guestsggt66',0,'1d83f4504d4d27de9d5f4df65ad9b2147d033bd653f3c1b3309fbfe34d8b2a21',NULL,1.79590519760040903088e+09,1.79590519760040903088e+09,'{}');
INSERT INTO "players" VALUES(6,'–','gone 6',0,NULL,NULL,1.79590519789353370667e+09,1.79590519789353370667e+09,'{}');
CREATE TABLE rated_games (
	number INTEGER NOT NULL, 
	"match" VARCHAR NOT NULL, 
	player_0 INTEGER NOT NULL, 
	player_1 INTEGER NOT NULL, 
	score FLOAT NOT NULL, 
	ended_at FLOAT NOT NULL, 
	before_0 FLOAT NOT NULL, 
	points_0 FLOAT NOT NULL, 
	deviation_0 FLOAT NOT NULL, 
	before_1 FLOAT NOT NULL, 
	points_1 FLOAT NOT NULL, 
	deviation_1 FLOAT NOT NULL, 
	first_seat FLOAT NOT NULL, 
	first_seat_deviation FLOAT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE ("match"), 
	FOREIGN KEY(player_0) REFERENCES players (id), 
	FOREIGN KEY(player_1) REFERENCES players (id)
);
INSERT INTO "rated_games" VALUES(1,'bkzeqfe3',3,1,0.0,1799539690.0,1500.0,1338.13097117704,2.90737118693992329099e+02,1500.0,1661.86902882296,2.90737118693992329099e+02,-3.84110827606742599726e+00,4.98513567568719722072e+01);
CREATE TABLE rated_matches (
	"match" VARCHAR NOT NULL, 
	outcome VARCHAR, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "rated_matches" VALUES('bkzeqfe3','counted');
INSERT INTO "rated_matches" VALUES('mzjfydue','aborted');
INSERT INTO "rated_matches" VALUES('8tumnwcu','short');
INSERT INTO "rated_matches" VALUES('6dhpzttq',NULL);
CREATE TABLE ratings (
	player INTEGER NOT NULL, 
	points FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	played FLOAT NOT NULL, 
	PRIMARY KEY (player), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "ratings" VALUES(1,1661.86902882296,2.90737118693992329099e+02,1,1799539690.0);
INSERT INTO "ratings" VALUES(3,1338.13097117704,2.90737118693992329099e+02,1,1799539690.0);
CREATE TABLE rematch_words (
	"match" VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "rematch_words" VALUES('m8s3ek9a',1,'some words');
CREATE TABLE reports (
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	"match" VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	reason VARCHAR NOT NULL, 
	reporter INTEGER, 
	reporter_name VARCHAR NOT NULL, 
	reported INTEGER, 
	reported_name VARCHAR NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE ("match", reporter), 
	FOREIGN KEY(reporter) REFERENCES players (id) ON DELETE SET NULL, 
	FOREIGN KEY(reported) REFERENCES players (id) ON DELETE SET NULL
);
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
 WITHOUT ROWID

;
INSERT INTO "results" VALUES('3mxt3v9r',0,4,'lost',NULL,1799543410.0);
INSERT INTO "results" VALUES('3mxt3v9r',1,3,'won',NULL,1799543410.0);
INSERT INTO "results" VALUES('5hvxwwzb',0,NULL,'lost',NULL,1799543590.0);
INSERT INTO "results" VALUES('5hvxwwzb',1,1,'won',NULL,1799543590.0);
INSERT INTO "results" VALUES('5tznfatc',0,3,'lost',NULL,1799543470.0);
INSERT INTO "results" VALUES('5tznfatc',1,2,'won',NULL,1799543470.0);
INSERT INTO "results" VALUES('8tumnwcu',0,1,'lost',NULL,1799543590.0);
INSERT INTO "results" VALUES('8tumnwcu',1,2,'won',NULL,1799543590.0);
INSERT INTO "results" VALUES('bkzeqfe3',0,3,'lost',-4,1799539690.0);
INSERT INTO "results" VALUES('bkzeqfe3',1,1,'won',13,1799539690.0);
INSERT INTO "results" VALUES('gg9fbvrr',0,3,'drawn',NULL,1799539630.0);
INSERT INTO "results" VALUES('gg9fbvrr',1,2,'drawn',NULL,1799539630.0);
INSERT INTO "results" VALUES('m8s3ek9a',0,1,'lost',4,1799539510.0);
INSERT INTO "results" VALUES('m8s3ek9a',1,2,'won',16,1799539510.0);
INSERT INTO "results" VALUES('mzjfydue',0,4,'unplayed',NULL,1799539750.0);
INSERT INTO "results" VALUES('mzjfydue',1,2,'aborted',NULL,1799539750.0);
INSERT INTO "results" VALUES('zvf3wns9',0,2,'won',NULL,1799539570.0);
INSERT INTO "results" VALUES('zvf3wns9',1,1,'lost',NULL,1799539570.0);
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
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('3mxt3v9r',0,4,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":0,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('3mxt3v9r',1,3,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":0,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('5hvxwwzb',0,6,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":0,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('5hvxwwzb',1,1,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":0,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('5tznfatc',0,3,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('5tznfatc',1,2,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('6dhpzttq',0,4,'',0,NULL);
INSERT INTO "seats" VALUES('6dhpzttq',1,3,'',0,NULL);
INSERT INTO "seats" VALUES('7wkayeay',0,1,'',0,NULL);
INSERT INTO "seats" VALUES('8tumnwcu',0,1,'',0,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":0,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('8tumnwcu',1,2,'',0,NULL);
INSERT INTO "seats" VALUES('a5adhve2',0,3,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('a5adhve2',1,4,'',6,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('ads8wp6t',0,3,'',7,'{"draw":{"seat":0,"number":1,"days":null},"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('ads8wp6t',1,1,'',7,'{"draw":{"seat":0,"number":1,"days":null},"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('bb4dvhqn',0,3,'',0,NULL);
INSERT INTO "seats" VALUES('bkzeqfe3',0,3,'',27,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('bkzeqfe3',1,1,'',27,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('gg9fbvrr',0,3,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":true,"next":null}');
INSERT INTO "seats" VALUES('gg9fbvrr',1,2,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":true,"next":null}');
INSERT INTO "seats" VALUES('grqq7zdt',0,2,'',0,NULL);
INSERT INTO "seats" VALUES('jxdjtm5z',0,1,'',7,'{"draw":null,"undo":{"seat":1,"number":1,"days":null},"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('jxdjtm5z',1,4,'',7,'{"draw":null,"undo":{"seat":1,"number":1,"days":null},"rematch":null,"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('ktfu9qhh',0,3,'',9,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('ktfu9qhh',1,2,'',9,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('m8s3ek9a',0,1,'',27,'{"draw":null,"undo":null,"rematch":{"seat":0,"number":1,"days":null},"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('m8s3ek9a',1,2,'',27,'{"draw":null,"undo":null,"rematch":{"seat":0,"number":1,"days":null},"pause":null,"offers":1,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('mzjfydue',0,4,'',1,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":1,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('mzjfydue',1,2,'',1,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":1,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('n7cm6tjd',0,2,'',7,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('n7cm6tjd',1,1,'',7,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('pa5y9f87',0,5,'',0,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('pa5y9f87',1,4,'',0,NULL);
INSERT INTO "seats" VALUES('zvf3wns9',0,2,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":1,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('zvf3wns9',1,1,'',12,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":1,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
INSERT INTO "seats" VALUES('zx28g7yw',0,NULL,'Koshikibu',0,NULL);
INSERT INTO "seats" VALUES('zx28g7yw',1,5,'',2,'{"draw":null,"undo":null,"rematch":null,"pause":null,"offers":0,"resigned":null,"timed_out":null,"claimed":null,"aborted":null,"drawn":false,"next":null}');
CREATE TABLE solved (
	player INTEGER NOT NULL, 
	task VARCHAR NOT NULL, 
	PRIMARY KEY (player, task), 
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID

;
CREATE TABLE tournament_games (
	tournament VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	"match" VARCHAR, 
	score_0 FLOAT, 
	score_1 FLOAT, 
	PRIMARY KEY (tournament, round, board), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE, 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE SET NULL
)
 WITHOUT ROWID

;
INSERT INTO "tournament_games" VALUES('uufsjys7',1,1,1,3,'8tumnwcu',0.0,1.0);
INSERT INTO "tournament_games" VALUES('uufsjys7',1,2,4,2,'6dhpzttq',NULL,NULL);
CREATE TABLE tournament_players (
	tournament VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	withdrawn BOOLEAN NOT NULL, 
	PRIMARY KEY (tournament, number), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE, 
	FOREIGN KEY(player) REFERENCES players (id)
)
 WITHOUT ROWID

;
INSERT INTO "tournament_players" VALUES('uufsjys7',1,1,0);
INSERT INTO "tournament_players" VALUES('uufsjys7',2,3,0);
INSERT INTO "tournament_players" VALUES('uufsjys7',3,2,0);
INSERT INTO "tournament_players" VALUES('uufsjys7',4,4,0);
CREATE TABLE tournament_words (
	tournament VARCHAR NOT NULL, 
	player INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	word VARCHAR NOT NULL, 
	PRIMARY KEY (tournament, player), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE, 
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE tournaments (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	rounds INTEGER, 
	places INTEGER NOT NULL, 
	control VARCHAR NOT NULL, 
	expansion VARCHAR, 
	rated BOOLEAN NOT NULL, 
	public BOOLEAN NOT NULL, 
	invite VARCHAR NOT NULL, 
	host INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	updated FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES players (id)
);
INSERT INTO "tournaments" VALUES('uufsjys7','Autumn Cup','swiss',2,4,'3d',NULL,1,1,'wq68-9q6c-3x5u',1,'playing',1,1799543590.0);
CREATE INDEX players_by_last_seen ON players (last_seen);
CREATE UNIQUE INDEX players_by_recovery ON players (recovery);
CREATE INDEX keys_by_player ON keys (player);
CREATE INDEX link_codes_by_player ON link_codes (player);
CREATE INDEX link_codes_by_expiry ON link_codes (expires);
CREATE INDEX matches_listed ON matches (state, public, updated);
CREATE INDEX matches_by_host ON matches (host, state);
CREATE INDEX matches_by_invite ON matches (invite);
CREATE INDEX rated_games_by_player_0 ON rated_games (player_0, ended_at);
CREATE INDEX rated_games_by_player_1 ON rated_games (player_1, ended_at);
CREATE INDEX ratings_by_points ON ratings (points);
CREATE INDEX linked_players_by_other ON linked_players (other);
CREATE INDEX linked_players_by_until ON linked_players (until);
CREATE INDEX blocked_players_by_blocked ON blocked_players (blocked);
CREATE INDEX muted_players_by_muted ON muted_players (muted);
CREATE INDEX reports_by_at ON reports (at);
CREATE INDEX reports_by_reported ON reports (reported);
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE INDEX tournaments_by_invite ON tournaments (invite);
CREATE INDEX tournaments_listed ON tournaments (state, public, updated);
CREATE INDEX tournaments_by_host ON tournaments (host, state);
CREATE INDEX seats_by_player ON seats (player, "match");
CREATE INDEX results_by_player ON results (player, ended_at);
CREATE INDEX challenges_by_player ON challenges (player);
CREATE INDEX tournament_words_by_player ON tournament_words (player);
CREATE INDEX clocks_by_deadline ON clocks (deadline);
CREATE INDEX exercises_by_match ON exercises ("match");
CREATE INDEX exercises_due ON exercises (player, due);
CREATE INDEX tournament_players_by_player ON tournament_players (player);
CREATE INDEX tournament_games_by_match ON tournament_games ("match");
COMMIT;
