-- What pages, searches and maps need beside the first schema.

-- A person's layer on the media row ---------------------------------------------------------------
-- As `taken` already is: what sorting and filtering use, so that an index can serve them.

-- While old rows are filled nothing changed that a client should hear of.
DROP TRIGGER media_updated;

ALTER TABLE media ADD COLUMN rating INTEGER; -- the person's if there is one, else `file_rating`
ALTER TABLE media ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0;

UPDATE media SET rating = file_rating WHERE file_rating IS NOT NULL;
UPDATE media SET
  rating = coalesce((SELECT rating FROM edit WHERE media = media.id), file_rating),
  favorite = (SELECT favorite FROM edit WHERE media = media.id)
  WHERE id IN (SELECT media FROM edit);

CREATE TRIGGER media_updated AFTER UPDATE ON media BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (1, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change))
    ON CONFLICT (kind, id) DO UPDATE
      SET seq = (SELECT max(seq) + 1 FROM change), operation = 1;
END;

CREATE TRIGGER media_rated AFTER UPDATE OF file_rating ON media
  WHEN OLD.file_rating IS NOT NEW.file_rating BEGIN
  UPDATE media SET rating = coalesce((SELECT rating FROM edit WHERE media = NEW.id),
    NEW.file_rating) WHERE id = NEW.id;
END;

DROP TRIGGER edit_inserted;
DROP TRIGGER edit_updated;
DROP TRIGGER edit_deleted;
CREATE TRIGGER edit_inserted AFTER INSERT ON edit BEGIN
  UPDATE media SET
    taken = coalesce(NEW.taken, file_taken),
    rating = coalesce(NEW.rating, file_rating),
    favorite = NEW.favorite,
    exclusion = (exclusion & 3) | (NEW.hidden * 8) | ((NEW.trashed IS NOT NULL) * 16)
    WHERE id = NEW.media;
END;
CREATE TRIGGER edit_updated AFTER UPDATE ON edit BEGIN
  UPDATE media SET
    taken = coalesce(NEW.taken, file_taken),
    rating = coalesce(NEW.rating, file_rating),
    favorite = NEW.favorite,
    exclusion = (exclusion & 3) | (NEW.hidden * 8) | ((NEW.trashed IS NOT NULL) * 16)
    WHERE id = NEW.media;
END;
CREATE TRIGGER edit_deleted AFTER DELETE ON edit BEGIN
  UPDATE media SET taken = file_taken, rating = file_rating, favorite = 0,
    exclusion = exclusion & 3 WHERE id = OLD.media;
END;

-- Pages in every order ----------------------------------------------------------------------------

CREATE INDEX media_favorite_taken ON media (favorite, taken)
  WHERE exclusion = 0 AND favorite = 1;
CREATE INDEX media_rating_taken ON media (rating, taken)
  WHERE exclusion = 0 AND rating IS NOT NULL;
CREATE INDEX media_name ON media (name_key) WHERE exclusion = 0;
CREATE INDEX media_duration ON media (duration) WHERE exclusion = 0 AND duration IS NOT NULL;
CREATE INDEX file_size ON file (size, media) WHERE role = 0;
-- With role and size (and, as every index of this table, folder and name), so that a page finds
-- its files without a look at their rows.
DROP INDEX file_media;
CREATE INDEX file_media ON file (media, role, size) WHERE media IS NOT NULL;

-- How many items pages show, by folder and type.
CREATE TABLE folder_count (
  folder INTEGER NOT NULL,
  type INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (folder, type)
) STRICT, WITHOUT ROWID;

INSERT INTO folder_count (folder, type, count)
  SELECT folder, type, count(*) FROM media WHERE exclusion = 0 GROUP BY folder, type;

CREATE TRIGGER media_counted_in_folder AFTER UPDATE OF folder, type, exclusion ON media
  WHEN OLD.folder <> NEW.folder OR OLD.type <> NEW.type OR OLD.exclusion <> NEW.exclusion BEGIN
  UPDATE folder_count SET count = count - 1
    WHERE folder = OLD.folder AND type = OLD.type AND OLD.exclusion = 0;
  INSERT INTO folder_count (folder, type, count) SELECT NEW.folder, NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
  DELETE FROM folder_count WHERE folder = OLD.folder AND type = OLD.type AND count = 0;
END;
CREATE TRIGGER media_deleted_in_folder AFTER DELETE ON media WHEN OLD.exclusion = 0 BEGIN
  UPDATE folder_count SET count = count - 1 WHERE folder = OLD.folder AND type = OLD.type;
  DELETE FROM folder_count WHERE folder = OLD.folder AND type = OLD.type AND count = 0;
END;

-- Loading -----------------------------------------------------------------------------------------

-- A row here, never outside a transaction, says that items from this id on are being loaded by the
-- thousand. The triggers for new items then do nothing, and the loader brings all that they keep up
-- to date itself, in a few statements for all items, before it takes the row away: a third of the
-- work of storing an item was starting triggers.
CREATE TABLE bulk_load (first INTEGER PRIMARY KEY) STRICT;

-- Places ------------------------------------------------------------------------------------------

-- Items that pages show, by cells of 0.1 degree: 4096 a tenth of latitude from the south pole, 1 a
-- tenth of longitude from 180 west. A box is a few ranges of cells, each in the order of time.
CREATE TABLE media_cell (
  cell INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  media INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  PRIMARY KEY (cell, taken, media)
) STRICT, WITHOUT ROWID;

INSERT INTO media_cell (cell, taken, media, latitude, longitude)
  SELECT CAST((latitude + 90) * 10 AS INTEGER) * 4096 + CAST((longitude + 180) * 10 AS INTEGER),
    taken, id, latitude, longitude
  FROM media WHERE exclusion = 0 AND latitude BETWEEN -90 AND 90
    AND longitude BETWEEN -180 AND 180
  ORDER BY 1, 2, 3;

CREATE TRIGGER media_moved AFTER UPDATE OF taken, exclusion, latitude, longitude ON media
  WHEN OLD.taken <> NEW.taken OR OLD.exclusion <> NEW.exclusion
    OR OLD.latitude IS NOT NEW.latitude OR OLD.longitude IS NOT NEW.longitude BEGIN
  DELETE FROM media_cell
    WHERE cell = CAST((OLD.latitude + 90) * 10 AS INTEGER) * 4096
        + CAST((OLD.longitude + 180) * 10 AS INTEGER)
      AND taken = OLD.taken AND media = OLD.id;
  INSERT INTO media_cell (cell, taken, media, latitude, longitude)
    SELECT CAST((NEW.latitude + 90) * 10 AS INTEGER) * 4096
        + CAST((NEW.longitude + 180) * 10 AS INTEGER), NEW.taken, NEW.id, NEW.latitude,
      NEW.longitude
    WHERE NEW.exclusion = 0 AND NEW.latitude BETWEEN -90 AND 90
      AND NEW.longitude BETWEEN -180 AND 180;
END;
CREATE TRIGGER media_unlocated AFTER DELETE ON media WHEN OLD.latitude IS NOT NULL BEGIN
  DELETE FROM media_cell
    WHERE cell = CAST((OLD.latitude + 90) * 10 AS INTEGER) * 4096
        + CAST((OLD.longitude + 180) * 10 AS INTEGER)
      AND taken = OLD.taken AND media = OLD.id;
END;

-- Words -------------------------------------------------------------------------------------------

-- The words of each item, folded and cut by the program, by which it is found. `doc` is its row in
-- the index below: the second of its capture time and its id, so that the index lists what a word
-- finds in the order of time.
CREATE TABLE search_text (
  media INTEGER PRIMARY KEY,
  doc INTEGER NOT NULL,
  name TEXT NOT NULL, -- of the file, its folder and the camera
  title TEXT,
  caption TEXT,
  keywords TEXT,
  place TEXT
) STRICT;

CREATE VIRTUAL TABLE search USING fts5 (
  name, title, caption, keywords, place,
  content = '', columnsize = 0, prefix = '2 3', tokenize = 'ascii'
);

-- Items whose words may have changed. The next program that writes, or that searches, brings the
-- index up to date and empties this. (A trigger's OR IGNORE gives way to the policy of the statement
-- that fired it, ON CONFLICT does not.)
CREATE TABLE search_pending (media INTEGER PRIMARY KEY) STRICT;
INSERT INTO search_pending (media) SELECT id FROM media;

-- In one trigger, because the order of several is not defined, and starting one costs time.
DROP TRIGGER media_inserted;
CREATE TRIGGER media_inserted AFTER INSERT ON media
  WHEN NOT EXISTS (SELECT 1 FROM bulk_load) BEGIN
  INSERT INTO change (kind, id, operation, added)
    VALUES (1, NEW.id, 1, (SELECT coalesce(max(seq), 0) + 1 FROM change));
  INSERT INTO month_count (month, type, count) SELECT NEW.month, NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO folder_count (folder, type, count) SELECT NEW.folder, NEW.type, 1
    WHERE NEW.exclusion = 0 ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO media_cell (cell, taken, media, latitude, longitude)
    SELECT CAST((NEW.latitude + 90) * 10 AS INTEGER) * 4096
        + CAST((NEW.longitude + 180) * 10 AS INTEGER), NEW.taken, NEW.id, NEW.latitude,
      NEW.longitude
    WHERE NEW.exclusion = 0 AND NEW.latitude BETWEEN -90 AND 90
      AND NEW.longitude BETWEEN -180 AND 180;
  INSERT INTO search_pending (media) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  UPDATE media SET rating = NEW.file_rating
    WHERE id = NEW.id AND NEW.file_rating IS NOT NULL;
END;
CREATE TRIGGER media_renamed
  AFTER UPDATE OF name_folded, folder, camera, place, file_title, file_caption, taken ON media
  WHEN OLD.taken <> NEW.taken OR OLD.name_folded <> NEW.name_folded OR OLD.folder <> NEW.folder
    OR OLD.camera IS NOT NEW.camera OR OLD.place IS NOT NEW.place
    OR OLD.file_title IS NOT NEW.file_title OR OLD.file_caption IS NOT NEW.file_caption BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER media_unnamed AFTER DELETE ON media BEGIN
  INSERT INTO search_pending (media) VALUES (OLD.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER folder_renamed AFTER UPDATE OF path ON folder WHEN OLD.path <> NEW.path BEGIN
  INSERT INTO search_pending (media)
    SELECT id FROM media WHERE exclusion = 0 AND folder = NEW.id
    ON CONFLICT DO NOTHING;
  INSERT INTO search_pending (media)
    SELECT id FROM media WHERE exclusion <> 0 AND folder = NEW.id
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_texts_inserted AFTER INSERT ON edit
  WHEN NEW.title IS NOT NULL OR NEW.caption IS NOT NULL BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_texts_updated AFTER UPDATE OF title, caption ON edit
  WHEN OLD.title IS NOT NEW.title OR OLD.caption IS NOT NEW.caption BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_texts_deleted AFTER DELETE ON edit
  WHEN OLD.title IS NOT NULL OR OLD.caption IS NOT NULL BEGIN
  INSERT INTO search_pending (media) VALUES (OLD.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER media_keyword_inserted AFTER INSERT ON media_keyword BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER media_keyword_deleted AFTER DELETE ON media_keyword BEGIN
  INSERT INTO search_pending (media) VALUES (OLD.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_keyword_inserted AFTER INSERT ON edit_keyword BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_keyword_updated AFTER UPDATE ON edit_keyword BEGIN
  INSERT INTO search_pending (media) VALUES (NEW.media) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER edit_keyword_deleted AFTER DELETE ON edit_keyword BEGIN
  INSERT INTO search_pending (media) VALUES (OLD.media) ON CONFLICT DO NOTHING;
END;
