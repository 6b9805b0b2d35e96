-- The tables of version 3, as its first program made them. They never change: see migrations.py.

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
CREATE INDEX players_by_last_seen ON players (last_seen);
CREATE UNIQUE INDEX players_by_recovery ON players (recovery);

CREATE TABLE keys (
	fingerprint VARCHAR NOT NULL,
	player INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	added FLOAT NOT NULL,
	last_used FLOAT NOT NULL,
	PRIMARY KEY (fingerprint),
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX keys_by_player ON keys (player);

CREATE TABLE link_codes (
	code VARCHAR NOT NULL,
	player INTEGER NOT NULL,
	expires FLOAT NOT NULL,
	PRIMARY KEY (code),
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX link_codes_by_expiry ON link_codes (expires);
CREATE INDEX link_codes_by_player ON link_codes (player);

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
CREATE INDEX matches_by_host ON matches (host, state);
CREATE INDEX matches_by_invite ON matches (invite);
CREATE INDEX matches_listed ON matches (state, public, updated);

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
CREATE INDEX results_by_player ON results (player, ended_at);

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
CREATE INDEX seats_by_player ON seats (player, "match");
