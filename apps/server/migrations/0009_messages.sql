create table messages (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  seq int not null,
  userid int not null,
  type text not null,
  mtype text not null,
  msg jsonb not null,
  emoji jsonb not null default '[]',
  search_key text not null default '',
  -- How many others were in the dialog when it was sent.
  send int not null default 0,
  link int not null default 0,
  modify int not null default 0,
  bot int not null default 0,
  silence int not null default 0,
  reply_id int not null default 0,
  reply_num int not null default 0,
  forward_id int not null default 0,
  forward_num int not null default 0,
  -- Who tagged it and who set to-dos on it; 0 = no one.
  tag int not null default 0,
  todo int not null default 0,
  session_id int not null default 0,
  mentions int[] not null default '{}',
  mutation_id text,
  import_key text,
  deleted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  unique (dialog_id, seq)
);
create index messages_page on messages (dialog_id, id) where deleted_at is null;
create index messages_reply on messages (reply_id, id) where reply_id > 0 and deleted_at is null;
create index messages_kind on messages (dialog_id, mtype, id) where deleted_at is null and mtype <> 'text';
create unique index messages_mutation on messages (userid, mutation_id) where mutation_id is not null;
-- Opening a dialog asks whether it holds a link. Where it holds none, that would walk every message in it.
create index messages_link on messages (dialog_id, id) where link = 1 and deleted_at is null;
create index messages_tag on messages (dialog_id, id) where tag > 0 and deleted_at is null;
create index messages_todo on messages (dialog_id, id) where todo > 0 and deleted_at is null;
-- A vote or a word-chain may be in several messages: all that have its `uuid`.
create index messages_uuid on messages ((msg ->> 'uuid'), id) where type in ('vote', 'word-chain') and deleted_at is null;
-- Invitation cards, forwarded ones too, show when the meeting has ended.
create index messages_meeting on messages ((msg ->> 'meetingid')) where type = 'meeting';
create unique index messages_import_key on messages (import_key) where import_key is not null;

-- Only the people who are mentioned, never a row per member. userid 0 = everyone.
create table message_mentions (
  dialog_id int not null,
  userid int not null,
  seq int not null,
  msg_id int not null,
  primary key (dialog_id, userid, seq)
);

-- Full texts that are too long for their message.
create table message_texts (
  msg_id int primary key references messages on delete cascade,
  type text not null,
  content text not null
);

-- Which messages show a file; a file in no message is deleted by a job.
create table message_files (
  msg_id int not null references messages on delete cascade,
  file_id int not null references stored_files,
  dialog_id int not null references dialogs on delete cascade,
  primary key (msg_id, file_id)
);
create index message_files_file on message_files (file_id, dialog_id);

create table message_todos (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  msg_id int not null references messages on delete cascade,
  userid int not null,
  done_at timestamptz,
  -- When the person is reminded of it, and when that was done.
  remind_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  unique (msg_id, userid)
);
create index message_todos_open on message_todos (userid, dialog_id) where done_at is null;
create index message_todos_due on message_todos (remind_at)
  where remind_at is not null and reminded_at is null and done_at is null;

-- Who has played which voice message. Written on playing, so that a voice message costs no more to send than others.
create table message_played (
  msg_id int not null references messages on delete cascade,
  userid int not null,
  primary key (msg_id, userid)
);

-- Transcripts of voice messages, made once. Only those who asked for one see it: `userids`.
create table message_transcripts (
  msg_id int primary key references messages on delete cascade,
  text text not null,
  userids int[] not null
);

-- Translations of messages, one for each language. `source` is a digest of the original: an edited message is translated
-- again.
create table message_translations (
  msg_id int not null references messages on delete cascade,
  language text not null,
  source text not null,
  content text not null,
  primary key (msg_id, language)
);
