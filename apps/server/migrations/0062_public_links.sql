-- Until when a public link opens its file; null: until somebody ends it.
alter table file_links add column expired_at timestamptz;
