-- The tables that version 6 added, as its first program made them. They never change: see migrations.py.

CREATE TABLE rated_matches (
	"match" VARCHAR NOT NULL,
	outcome VARCHAR,
	PRIMARY KEY ("match"),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);

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
CREATE INDEX rated_games_by_player_0 ON rated_games (player_0, ended_at);
CREATE INDEX rated_games_by_player_1 ON rated_games (player_1, ended_at);

CREATE TABLE ratings (
	player INTEGER NOT NULL,
	points FLOAT NOT NULL,
	deviation FLOAT NOT NULL,
	games INTEGER NOT NULL,
	played FLOAT NOT NULL,
	PRIMARY KEY (player),
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX ratings_by_points ON ratings (points);

CREATE TABLE linked_players (
	one INTEGER NOT NULL,
	other INTEGER NOT NULL,
	until FLOAT NOT NULL,
	PRIMARY KEY (one, other),
	FOREIGN KEY(one) REFERENCES players (id) ON DELETE CASCADE,
	FOREIGN KEY(other) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID;
CREATE INDEX linked_players_by_other ON linked_players (other);
CREATE INDEX linked_players_by_until ON linked_players (until);

CREATE TABLE challenges (
	"match" VARCHAR NOT NULL,
	player INTEGER NOT NULL,
	PRIMARY KEY ("match"),
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE,
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE
);
CREATE INDEX challenges_by_player ON challenges (player);

CREATE TABLE blocked_players (
	player INTEGER NOT NULL,
	blocked INTEGER NOT NULL,
	PRIMARY KEY (player, blocked),
	FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE,
	FOREIGN KEY(blocked) REFERENCES players (id) ON DELETE CASCADE
)
 WITHOUT ROWID;
CREATE INDEX blocked_players_by_blocked ON blocked_players (blocked);
