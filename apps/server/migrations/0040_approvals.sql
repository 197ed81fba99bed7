-- Forms with a flow of approvers. People submit the published version; administrators edit a draft.
create table approval_definitions (
  id int generated always as identity primary key,
  name text not null,
  -- The published version; 0 = none yet.
  version int not null default 0,
  is_open boolean not null default true,
  draft jsonb,
  updated_by int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index approval_definitions_name on approval_definitions (lower(name)) where deleted_at is null;

create table approval_versions (
  definition_id int not null references approval_definitions on delete cascade,
  version int not null,
  content jsonb not null,
  published_by int not null default 0,
  published_at timestamptz not null default now(),
  primary key (definition_id, version)
);

-- Requests. States: 0 returned to the initiator, 1 running, 2 approved, 3 rejected, 4 withdrawn.
create table approvals (
  id int generated always as identity primary key,
  definition_id int not null references approval_definitions,
  version int not null,
  name text not null,
  icon text not null,
  title text not null,
  userid int not null references users,
  department_id int not null default 0,
  department text not null default '',
  answers jsonb not null,
  chosen jsonb not null default '{}',
  state smallint not null default 1 check (state between 0 and 4),
  -- The values in words, for lists and workbooks; and the words by which it is found.
  summary jsonb not null default '[]',
  words text not null default '',
  effect text not null default 'none' check (effect in ('none', 'leave', 'trip')),
  away_from timestamptz,
  away_to timestamptz,
  leave_type text not null default '',
  days double precision not null default 0,
  cancels int references approvals on delete cascade,
  canceled_at timestamptz,
  latest_comment text not null default '',
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  end_at timestamptz
);
create index approvals_own on approvals (userid, id desc);
create index approvals_definition on approvals (definition_id, id desc);
create index approvals_running on approvals (id) where state = 1;
create index approvals_away on approvals (away_from, away_to) where effect <> 'none' and state = 2;
create index approvals_leave on approvals (userid, leave_type) where effect = 'leave';
create index approvals_cancels on approvals (cancels) where cancels is not null;

create table approval_steps (
  id int generated always as identity primary key,
  approval_id int not null references approvals on delete cascade,
  place int not null,
  -- Of the definition; '' for a step that an approver added.
  node text not null default '',
  name text not null,
  kind text not null check (kind in ('approver', 'copy')),
  mode text not null check (mode in ('one', 'all', 'sequence')),
  state text not null default 'waiting' check (state in ('waiting', 'open', 'passed', 'refused', 'skipped')),
  -- The steps that must end first.
  after int[] not null default '{}',
  hours int not null default 0,
  -- People decide it even if they approved before: it was added, or the request was returned to it.
  is_asked boolean not null default false,
  opened_at timestamptz,
  due_at timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz
);
create index approval_steps_of on approval_steps (approval_id);
create index approval_steps_due on approval_steps (due_at) where state = 'open' and due_at is not null;

-- 0 not asked yet, 1 pending, 2 approved, 3 rejected, 4 passed on, 5 no longer needed.
create table approval_members (
  id int generated always as identity primary key,
  approval_id int not null references approvals on delete cascade,
  step_id int not null references approval_steps on delete cascade,
  place int not null,
  userid int not null references users,
  state smallint not null default 0 check (state between 0 and 5),
  instead_of int not null default 0,
  acted_at timestamptz
);
create index approval_members_of on approval_members (step_id);
create index approval_members_person on approval_members (userid, approval_id desc);
create index approval_members_pending on approval_members (userid) where state = 1;
create index approval_members_approval on approval_members (approval_id);

-- What happened to a request; rows are never changed.
create table approval_entries (
  id int generated always as identity primary key,
  approval_id int not null references approvals on delete cascade,
  step_id int not null default 0,
  step_name text not null default '',
  -- 0 = the system.
  userid int not null default 0,
  act text not null,
  comment text not null default '',
  -- Tokens of files.
  pictures text[] not null default '{}',
  userids int[] not null default '{}',
  created_at timestamptz not null default now()
);
create index approval_entries_of on approval_entries (approval_id, id);
create index approval_entries_person on approval_entries (userid, approval_id);

create table approval_files (
  approval_id int not null references approvals on delete cascade,
  file_id int not null references stored_files,
  primary key (approval_id, file_id)
);
create index approval_files_file on approval_files (file_id);

-- The messages of the bot about a step, which change when it is decided.
create table approval_notices (
  msg_id int primary key,
  approval_id int not null references approvals on delete cascade,
  -- 0 = not about a step.
  step_id int not null default 0,
  userid int not null
);
create index approval_notices_of on approval_notices (approval_id);

-- Who decides for somebody who is away.
create table approval_delegations (
  userid int primary key references users on delete cascade,
  to_userid int not null references users on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- Whether what was pending when it began has been passed on.
  is_applied boolean not null default false
);

-- Days of leave by type and year.
create table approval_balances (
  userid int not null references users on delete cascade,
  type text not null,
  year int not null,
  granted double precision not null default 0,
  carried double precision not null default 0,
  primary key (userid, type, year)
);
create index approval_balances_year on approval_balances (year, type);
