-- How full a project and its columns are is read from the index alone, with every task that is made.
drop index tasks_board;
create index tasks_board on tasks (project_id, id) include (parent_id, column_id, sort) where deleted_at is null and archived_at is null;

-- Hardly a row is imported: those that are not need no entry.
alter table tasks drop constraint tasks_import_key_key;
create unique index tasks_import_key on tasks (import_key) where import_key is not null;
alter table messages drop constraint messages_import_key_key;
create unique index messages_import_key on messages (import_key) where import_key is not null;
