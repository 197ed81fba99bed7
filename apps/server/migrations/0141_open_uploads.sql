-- Unfinished uploads, whose sizes count towards the quota before a new one begins.
create index uploads_open on uploads (userid) include (size) where msg_id = 0;
