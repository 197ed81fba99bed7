-- needs 0055
-- Files in parts for the file area as well as for messages.
alter table uploads alter column dialog_id drop not null;
alter table uploads add column scene text not null default 'dialog_file';
-- Of the file area: the folder (0 = the top), the folders in it to create, and whether a file of the same name is replaced.
alter table uploads add column pid int not null default 0;
alter table uploads add column path text not null default '';
alter table uploads add column is_over boolean not null default false;
-- SHA-256 of the whole file as the client has it; '' = it did not say.
alter table uploads add column hash text not null default '';
-- The file that the upload became; 0 while it is unfinished.
alter table uploads add column file_id int not null default 0;
drop index uploads_open;
create index uploads_open on uploads (userid) include (size) where msg_id = 0 and file_id = 0;

-- A file that somebody has already is not sent again.
create index stored_files_hash on stored_files (hash) where hash <> '';
