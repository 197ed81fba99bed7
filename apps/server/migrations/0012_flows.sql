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
create index tasks_flow_item on tasks (flow_item_id) where flow_item_id > 0;

-- Every change of a task's status: how long it stood where.
create table task_flow_changes (
  id bigint generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  userid int not null,
  before_id int not null,
  before_name text not null,
  after_id int not null,
  after_name text not null,
  created_at timestamptz not null default now()
);
create index task_flow_changes_task on task_flow_changes (task_id, id);
