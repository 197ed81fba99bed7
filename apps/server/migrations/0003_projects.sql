create table projects (
  id int generated always as identity primary key,
  name text not null,
  "desc" text not null default '',
  userid int not null,
  owner_userid int not null,
  personal int not null default 0,
  archive_method text not null default 'system',
  archive_days int not null default 30,
  dialog_id int not null default 0,
  permissions jsonb not null default '{}',
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

create table tasks (
  id int generated always as identity primary key,
  parent_id int not null default 0,
  project_id int not null references projects on delete cascade,
  column_id int not null references project_columns,
  dialog_id int not null default 0,
  flow_item_id int not null default 0,
  flow_item_name text not null default '',
  name text not null check (char_length(name) between 1 and 255),
  color text not null default '',
  "desc" text not null default '',
  start_at timestamptz,
  end_at timestamptz,
  archived_at timestamptz,
  archived_userid int not null default 0,
  archived_follow int not null default 0,
  complete_at timestamptz,
  userid int not null,
  visibility int not null default 1 check (visibility in (1, 2, 3)),
  visible_to int[] not null default '{}',
  p_level int not null default 0,
  p_name text not null default '',
  p_color text not null default '',
  sort int not null default 0,
  task_tag jsonb not null default '[]',
  file_num int not null default 0,
  deleted_at timestamptz,
  deleted_userid int not null default 0,
  import_key text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tasks_board on tasks (project_id, id) where deleted_at is null and archived_at is null;
create index tasks_project on tasks (project_id, id);
create index tasks_parent on tasks (parent_id) where parent_id > 0;
create index tasks_column on tasks (column_id, sort) where deleted_at is null and archived_at is null;

create table task_users (
  id int generated always as identity primary key,
  project_id int not null,
  task_id int not null references tasks on delete cascade,
  task_pid int not null,
  userid int not null,
  owner int not null,
  unique (task_id, userid)
);
create index task_users_user on task_users (userid, task_id);
create index task_users_pid on task_users (task_pid);

create table task_contents (
  id int generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  project_id int not null,
  userid int not null,
  "desc" text not null default '',
  content text not null,
  created_at timestamptz not null default now()
);
create index task_contents_task on task_contents (task_id, id desc);

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
