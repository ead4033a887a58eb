BEGIN TRANSACTION;
CREATE TABLE attempts (id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, started_at TEXT NOT NULL,
    settings TEXT NOT NULL);
INSERT INTO "attempts" VALUES(1,'first','2026-05-03T10:00:01+00:00','{"until": "pack"}');
CREATE TABLE commits (id INTEGER PRIMARY KEY AUTOINCREMENT, attempt INTEGER, kind TEXT NOT NULL,
    committed_at TEXT NOT NULL);
CREATE TABLE faults (attempt INTEGER NOT NULL, kind TEXT NOT NULL, paper_id TEXT NOT NULL, stage TEXT NOT NULL,
    unit_key TEXT, table_name TEXT, message TEXT NOT NULL, detail TEXT NOT NULL, at TEXT NOT NULL);
INSERT INTO "faults" VALUES(1,'stall','folder/broken.pdf','intake',NULL,NULL,'the reader ran out of time','180 s','2026-05-03T10:00:02+00:00');
CREATE TABLE files (path TEXT PRIMARY KEY, table_name TEXT NOT NULL, run TEXT NOT NULL, low_commit INTEGER NOT NULL,
    high_commit INTEGER NOT NULL, rows INTEGER NOT NULL, schema_version INTEGER NOT NULL, removed_in INTEGER,
    removed_at TEXT);
CREATE TABLE identities (paper_id TEXT PRIMARY KEY, doi TEXT, title TEXT NOT NULL);
CREATE TABLE journal (attempt INTEGER NOT NULL, unit_key TEXT NOT NULL, stage TEXT NOT NULL, paper_id TEXT NOT NULL,
    reused INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (attempt, unit_key));
CREATE TABLE sources (attempt INTEGER NOT NULL, paper_id TEXT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL,
    duplicate_of TEXT, at TEXT NOT NULL, PRIMARY KEY (attempt, paper_id, name, sha256));
INSERT INTO "sources" VALUES(1,'crabnet','crabnet/paper.pdf','6d32c349a3012458f655e351c98c00de3b620465ad8240de22474f6d57b90b3d',NULL,'2026-05-03T10:00:03+00:00');
CREATE TABLE stages (stage TEXT PRIMARY KEY, position INTEGER NOT NULL);
INSERT INTO "stages" VALUES('intake',0);
INSERT INTO "stages" VALUES('screen',1);
INSERT INTO "stages" VALUES('extract',2);
INSERT INTO "stages" VALUES('review',3);
INSERT INTO "stages" VALUES('verify',4);
INSERT INTO "stages" VALUES('pack',5);
CREATE TABLE units (unit_key TEXT PRIMARY KEY, stage TEXT NOT NULL, paper_id TEXT NOT NULL, run TEXT NOT NULL,
    commit_id INTEGER NOT NULL, committed_at TEXT NOT NULL, seconds REAL, source_sha256 TEXT, call TEXT NOT NULL,
    rule TEXT, category TEXT, reason TEXT NOT NULL, decision TEXT NOT NULL);
CREATE INDEX journal_by_paper ON journal (paper_id, attempt);
CREATE INDEX sources_by_hash ON sources (sha256);
CREATE INDEX sources_by_name ON sources (name);
CREATE INDEX faults_by_paper ON faults (paper_id, attempt);
CREATE INDEX units_by_paper ON units (paper_id);
CREATE VIEW copies AS SELECT j.attempt, j.unit_key FROM journal j JOIN units u USING (unit_key)
    JOIN sources s ON s.attempt = j.attempt AND s.sha256 = u.source_sha256
    GROUP BY j.attempt, j.unit_key HAVING count(*) = count(s.duplicate_of);
CREATE VIEW steps AS SELECT j.*, a.run FROM journal j JOIN attempts a ON a.id = j.attempt
    WHERE NOT EXISTS (SELECT 1 FROM copies c WHERE c.attempt = j.attempt AND c.unit_key = j.unit_key);
CREATE VIEW run_units AS SELECT s.run, s.attempt, s.stage, s.paper_id, s.unit_key, s.reused, s.at FROM steps s
    JOIN (SELECT run, paper_id, max(attempt) AS attempt FROM steps GROUP BY run, paper_id) last
    ON last.run = s.run AND last.paper_id = s.paper_id AND last.attempt = s.attempt;
CREATE VIEW latest_units AS SELECT s.unit_key FROM steps s
    JOIN (SELECT paper_id, max(attempt) AS attempt FROM steps GROUP BY paper_id) last
    ON last.paper_id = s.paper_id AND last.attempt = s.attempt;
CREATE VIEW faults_of_runs AS SELECT a.run, f.*, EXISTS (SELECT 1 FROM journal j WHERE j.attempt >= f.attempt
    AND j.paper_id = f.paper_id AND j.stage = f.stage) OR EXISTS (SELECT 1 FROM sources s WHERE s.attempt > f.attempt
    AND s.name = f.paper_id) AS cleared FROM faults f JOIN attempts a ON a.id = f.attempt;
CREATE VIEW stalls AS SELECT run, attempt, paper_id, stage, message, detail, at, cleared FROM faults_of_runs
    WHERE kind = 'stall';
CREATE VIEW breaches AS SELECT run, attempt, unit_key, paper_id, stage, table_name, message AS expectation, detail, at,
    cleared FROM faults_of_runs WHERE kind = 'gate_breach';
CREATE VIEW runs AS SELECT r.run, r.started_at, l.started_at AS last_started_at, r.attempts, l.settings,
    r.last_attempt FROM (SELECT run, min(started_at) AS started_at, count(*) AS attempts, max(id) AS last_attempt
    FROM attempts GROUP BY run) r JOIN attempts l ON l.id = r.last_attempt;
CREATE VIEW events AS
    SELECT j.run, j.attempt, j.paper_id, j.stage,
        CASE WHEN u.call = 'reject' THEN 'rejected' WHEN u.call = 'review' THEN 'needs_review'
            WHEN j.stage = 'pack' THEN 'packed' END AS outcome,
        CASE WHEN u.call = 'advance' THEN 2 ELSE 1 END AS priority,
        CASE WHEN u.call = 'advance' THEN -p.position ELSE p.position END AS turn, u.rule, u.category, u.reason
    FROM steps j JOIN units u USING (unit_key) JOIN stages p ON p.stage = j.stage
    UNION ALL SELECT a.run, f.attempt, f.paper_id, f.stage, 'failed', 0, f.kind = 'stall', NULL, f.kind, f.message
    FROM faults f JOIN attempts a ON a.id = f.attempt
    WHERE NOT EXISTS (SELECT 1 FROM journal j
        WHERE j.attempt = f.attempt AND j.paper_id = f.paper_id AND j.stage = f.stage)
    AND NOT EXISTS (SELECT 1 FROM sources s JOIN attempts b ON b.id = s.attempt
        WHERE b.run = a.run AND s.name = f.paper_id AND s.attempt > f.attempt)
    UNION ALL SELECT a.run, s.attempt, s.paper_id, NULL, NULL, 3, 0, NULL, NULL, ''
    FROM sources s JOIN attempts a ON a.id = s.attempt;
CREATE VIEW outcomes AS SELECT run, attempt, paper_id, outcome, stage, rule, category, reason FROM (
    SELECT *, row_number() OVER (PARTITION BY run, paper_id ORDER BY attempt DESC, priority, turn) AS place FROM events)
    WHERE place = 1;
CREATE VIEW funnel AS SELECT run, stage, outcome, rule, category, count(*) AS papers FROM outcomes
    GROUP BY run, stage, outcome, rule, category;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('attempts',1);
COMMIT;
PRAGMA user_version = 1;
