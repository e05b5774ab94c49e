-- What lets a page read one table, and an album list count imports without a look at their items.

-- While old rows are filled nothing changed that a client should hear of.
DROP TRIGGER media_updated;

-- Name and size of the main file, as `file` has them: pages show both.
ALTER TABLE media ADD COLUMN name BLOB NOT NULL DEFAULT x'';
ALTER TABLE media ADD COLUMN size INTEGER NOT NULL DEFAULT 0;

UPDATE media SET (name, size) = (f.name, f.size)
  FROM file AS f WHERE f.media = media.id AND f.role = 0;

CREATE TRIGGER media_updated AFTER UPDATE ON media BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (1, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 1;
END;

-- Items that are being loaded bring both with them.
CREATE TRIGGER file_inserted AFTER INSERT ON file
  WHEN NEW.role = 0 AND NOT EXISTS (SELECT 1 FROM bulk_load WHERE first <= NEW.media) BEGIN
  UPDATE media SET name = NEW.name, size = NEW.size
    WHERE id = NEW.media AND (name <> NEW.name OR size <> NEW.size);
END;
CREATE TRIGGER file_updated AFTER UPDATE OF name, media, role, size ON file
  WHEN NEW.role = 0 BEGIN
  UPDATE media SET name = NEW.name, size = NEW.size
    WHERE id = NEW.media AND (name <> NEW.name OR size <> NEW.size);
END;

DROP INDEX file_size;
CREATE INDEX media_size ON media (size) WHERE exclusion = 0;
-- Pages no longer come here for a size.
DROP INDEX file_media;
CREATE INDEX file_media ON file (media, role) WHERE media IS NOT NULL;

-- Imports -----------------------------------------------------------------------------------------

-- Each import in the order of time, with what it takes to find its newest item and its dates.
DROP INDEX media_scan;
CREATE INDEX media_scan_taken ON media (scan, taken) WHERE exclusion = 0;

-- How many items pages show, by the run that found them, root and type.
CREATE TABLE scan_count (
  scan INTEGER NOT NULL,
  root INTEGER NOT NULL,
  type INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (scan, root, type)
) STRICT, WITHOUT ROWID;

INSERT INTO scan_count (scan, root, type, count)
  SELECT m.scan, d.root, m.type, count(*) FROM media AS m JOIN folder AS d ON d.id = m.folder
    WHERE m.exclusion = 0 GROUP BY 1, 2, 3;

CREATE INDEX scan_started ON scan (started);

CREATE TRIGGER media_counted_in_scan AFTER UPDATE OF scan, folder, type, exclusion ON media
  WHEN OLD.scan <> NEW.scan OR OLD.folder <> NEW.folder OR OLD.type <> NEW.type
    OR OLD.exclusion <> NEW.exclusion BEGIN
  UPDATE scan_count SET count = count - 1
    WHERE scan = OLD.scan AND root = (SELECT root FROM folder WHERE id = OLD.folder)
      AND type = OLD.type AND OLD.exclusion = 0;
  INSERT INTO scan_count (scan, root, type, count)
    SELECT NEW.scan, (SELECT root FROM folder WHERE id = NEW.folder), NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
  DELETE FROM scan_count WHERE scan = OLD.scan AND count = 0;
END;
CREATE TRIGGER media_deleted_in_scan AFTER DELETE ON media WHEN OLD.exclusion = 0 BEGIN
  UPDATE scan_count SET count = count - 1
    WHERE scan = OLD.scan AND root = (SELECT root FROM folder WHERE id = OLD.folder)
      AND type = OLD.type;
  DELETE FROM scan_count WHERE scan = OLD.scan AND count = 0;
END;
-- Beside `media_inserted`, whose work it does not touch.
CREATE TRIGGER media_inserted_in_scan AFTER INSERT ON media
  WHEN NEW.exclusion = 0 AND NOT EXISTS (SELECT 1 FROM bulk_load) BEGIN
  INSERT INTO scan_count (scan, root, type, count)
    VALUES (NEW.scan, (SELECT root FROM folder WHERE id = NEW.folder), NEW.type, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
