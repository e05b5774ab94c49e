-- Which items have something of a person that pages show: where the index is empty, as it is for
-- most people, pages need not look for it.
CREATE INDEX edit_shown ON edit (media) WHERE taken IS NOT NULL OR title IS NOT NULL;
