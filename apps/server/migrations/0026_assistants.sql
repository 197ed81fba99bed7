-- Sessions of a chat with an assistant, of which one is open.
create table dialog_sessions (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  title text not null default '',
  -- A title that a person chose is not replaced by a generated one.
  is_named boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dialog_sessions_newest on dialog_sessions (dialog_id, id desc);

-- The place of assistants in the event log.
insert into meta values ('assistant', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
