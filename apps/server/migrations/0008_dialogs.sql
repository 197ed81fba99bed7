-- How many numbers a set of ranges holds: unread is arithmetic, never a scan of messages.
create function multirange_size(m int4multirange) returns int
  language sql immutable parallel safe
  return (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(m) r);

-- The smallest number from 1 on that a set of ranges lacks.
create function first_gap(m int4multirange) returns int
  language sql immutable parallel safe
  return case when m @> 1 then (select upper(r) from unnest(m) r where r @> 1) else 1 end;

create table dialogs (
  id int generated always as identity primary key,
  type text not null check (type in ('user', 'group')),
  group_type text not null default '',
  name text not null default '',
  avatar text not null default '',
  owner_id int not null default 0,
  link_id int not null default 0,
  -- The two people of a one-to-one dialog, smaller id first; equal for a self dialog.
  pair int[],
  -- Each message takes the next number; read state is stored as ranges of these.
  last_seq int not null default 0,
  last_msg_id int not null default 0,
  last_at timestamptz,
  -- Numbers of withdrawn messages: they are unread for no one.
  gone int4multirange not null default '{}',
  people int not null default 0,
  -- The one message that is pinned above the dialog, and who pinned it.
  top_msg_id int not null default 0,
  top_userid int not null default 0,
  -- The open session of a chat with an assistant; 0 = none, as in every other dialog.
  session_id int not null default 0,
  member_version int not null default 1,
  deleted_at timestamptz,
  import_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dialogs_pair on dialogs (pair) where pair is not null;
create index dialogs_link on dialogs (group_type, link_id);

create table dialog_members (
  id int generated always as identity primary key,
  dialog_id int not null references dialogs on delete cascade,
  userid int not null,
  inviter int not null default 0,
  important int not null default 0,
  role int not null default 0,
  bot int not null default 0,
  top_at timestamptz,
  mark_unread int not null default 0,
  silence int not null default 0,
  hide_at timestamptz,
  color text not null default '',
  -- Messages from before a member joined count as read; `read` starts as [1, join_seq].
  join_seq int not null default 0,
  read int4multirange not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (dialog_id, userid)
);
create index dialog_members_user on dialog_members (userid, dialog_id);
-- Followers ask for the bots of each conversation with new messages; most conversations have none among many members.
create index dialog_members_bots on dialog_members (dialog_id) where bot = 1;
