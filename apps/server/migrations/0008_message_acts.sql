-- Who tagged a message, who set to-dos on it, and how often it was sent on.
alter table messages add column tag int not null default 0;
alter table messages add column todo int not null default 0;
alter table messages add column forward_num int not null default 0;
create index messages_tag on messages (dialog_id, id) where tag > 0 and deleted_at is null;
create index messages_todo on messages (dialog_id, id) where todo > 0 and deleted_at is null;
-- A vote or a word-chain may stand in several messages: all that carry its name.
create index messages_uuid on messages ((msg ->> 'uuid'), id) where type in ('vote', 'word-chain') and deleted_at is null;

-- One message stands above a dialog.
alter table dialogs add column top_msg_id int not null default 0;
alter table dialogs add column top_userid int not null default 0;

create table message_todos (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  msg_id int not null references messages on delete cascade,
  userid int not null,
  done_at timestamptz,
  created_at timestamptz not null default now(),
  unique (msg_id, userid)
);
create index message_todos_open on message_todos (userid, dialog_id) where done_at is null;
