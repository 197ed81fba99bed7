-- A file that an import fetched is known again when the same export is brought in once more.
alter table task_files add column import_key text;
create unique index task_files_import_key on task_files (import_key) where import_key is not null;
