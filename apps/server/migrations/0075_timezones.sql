-- A person's own time zone; '' = the server's.
alter table users add column timezone text not null default '';
