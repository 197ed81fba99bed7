-- Talks with an assistant: a conversation with one is cut into sessions, of which one is open.
create table dialog_sessions (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  title text not null default '',
  -- Whoever named it has the last word.
  is_named boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index dialog_sessions_newest on dialog_sessions (dialog_id, id desc);

-- 0: there are none, which is so in every other conversation.
alter table dialogs add column session_id int not null default 0;
alter table messages add column session_id int not null default 0;

insert into meta values ('assistant', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
