create table projects (
  id int generated always as identity primary key,
  name text not null,
  "desc" text not null default '',
  userid int not null,
  owner_userid int not null,
  personal int not null default 0,
  archive_method text not null default 'system',
  archive_days int not null default 30,
  -- The last day on which the tasks without an owner were listed in the chat of the project.
  unclaimed_on date,
  dialog_id int not null default 0,
  permissions jsonb not null default '{}',
  -- Whether members may use the project's task templates in their other projects.
  task_template_share text not null default 'open' check (task_template_share in ('open', 'close')),
  -- Whether heads of departments see the project without being its members, where the workspace allows it.
  department_owner_view text not null default 'open' check (department_owner_view in ('open', 'close')),
  invite_code text not null default '',
  invite_num int not null default 0,
  -- Grows whenever membership changes: receivers cached under an older number are stale.
  member_version int not null default 1,
  archived_at timestamptz,
  archived_userid int not null default 0,
  deleted_at timestamptz,
  import_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index projects_invite on projects (invite_code) where invite_code <> '';

create table project_users (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  userid int not null,
  owner int not null default 0,
  top_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, userid)
);
create index project_users_user on project_users (userid, project_id);

create table project_columns (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  name text not null,
  color text not null default '',
  sort int not null default 0,
  deleted_at timestamptz,
  import_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index project_columns_project on project_columns (project_id, sort, id);

create table project_logs (
  id bigint generated always as identity primary key,
  project_id int not null,
  column_id int not null default 0,
  task_id int not null default 0,
  task_only boolean not null default false,
  userid int not null,
  -- A word of the log's vocabulary; the reader's language words it.
  detail text not null,
  record jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index project_logs_project on project_logs (project_id, id desc);
create index project_logs_task on project_logs (task_id, id desc) where task_id > 0;

create table project_flows (
  id int generated always as identity primary key,
  project_id int not null unique references projects on delete cascade,
  name text not null default 'Default',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table project_flow_items (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  flow_id int not null references project_flows on delete cascade,
  name text not null check (char_length(name) between 1 and 50 and name not like '%|%'),
  status text not null check (status in ('start', 'progress', 'test', 'end')),
  color text not null default '',
  turns int[] not null default '{}',
  userids int[] not null default '{}',
  usertype text not null default 'add' check (usertype in ('add', 'replace', 'merge')),
  userlimit int not null default 0,
  columnid int not null default 0,
  sort int not null default 0
);
create index project_flow_items_project on project_flow_items (project_id, sort, id);

create table project_tags (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  name text not null check (char_length(name) between 1 and 50),
  "desc" text not null default '',
  color text not null,
  userid int not null,
  sort int not null default 0,
  created_at timestamptz not null default now(),
  unique (project_id, name)
);

-- What people filter a project by, each their own.
create table project_filters (
  userid int not null references users on delete cascade,
  project_id int not null references projects on delete cascade,
  -- Names and queries of addresses, the newest first.
  list jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (userid, project_id)
);
create index project_filters_project on project_filters (project_id);
