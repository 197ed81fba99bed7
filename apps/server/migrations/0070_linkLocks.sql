-- A public link may need a password, and may be opened a limited number of times. Zero means no limit.
alter table file_links add column password text;
alter table file_links add column open_limit integer not null default 0;
alter table file_links add column opens integer not null default 0;
