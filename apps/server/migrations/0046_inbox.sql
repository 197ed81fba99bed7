-- What needs a person: mentions, replies, assignments, due tasks, approvals. The texts are not here: they are read, with
-- the reader's rights, when the list is.
create table inbox_items (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  kind text not null check (kind in ('mention', 'reply', 'assigned', 'handover', 'due', 'approval')),
  -- What it is about, and its id: a message, a task, the end of a task, a step of an approval.
  subject text not null check (subject in ('message', 'task', 'due', 'approval')),
  ref int not null,
  -- The message that announced it, by which it counts as read; 0 = none.
  msg_id int not null default 0,
  by_userid int not null default 0,
  -- When it came, or came back.
  at timestamptz not null default now(),
  seen_at timestamptz,
  done_at timestamptz,
  snooze_until timestamptz,
  -- When it came back: it is new again although its message has been read.
  woken_at timestamptz,
  unique (userid, subject, ref)
);
create index inbox_items_open on inbox_items (userid, at desc, id desc) where done_at is null and snooze_until is null;
create index inbox_items_done on inbox_items (userid, done_at desc, id desc) where done_at is not null;
create index inbox_items_snoozed on inbox_items (snooze_until) where snooze_until is not null;
create index inbox_items_ref on inbox_items (subject, ref) where done_at is null;
create index inbox_items_old on inbox_items (done_at) where done_at is not null;

insert into meta values ('inbox', pg_snapshot_xmax(pg_current_snapshot())::text || '.0');
