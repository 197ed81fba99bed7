create table tasks (
  id int generated always as identity primary key,
  parent_id int not null default 0,
  project_id int not null references projects on delete cascade,
  column_id int not null references project_columns,
  dialog_id int not null default 0,
  -- The conversation that the task was made in; 0 = none. The conversation may be gone, so it is no foreign key.
  from_dialog_id int not null default 0,
  flow_item_id int not null default 0,
  flow_item_name text not null default '',
  name text not null check (char_length(name) between 1 and 255),
  color text not null default '',
  "desc" text not null default '',
  start_at timestamptz,
  end_at timestamptz,
  -- How the task repeats (a word, or a number of days), when the next one is made, and the day of the month that was meant:
  -- the 31st is the 31st again after a February.
  loop text not null default 'never',
  loop_at timestamptz,
  loop_day int not null default 0,
  archived_at timestamptz,
  archived_userid int not null default 0,
  archived_follow int not null default 0,
  complete_at timestamptz,
  userid int not null,
  visibility int not null default 1 check (visibility in (1, 2, 3)),
  visible_to int[] not null default '{}',
  -- People who follow the task by its chat alone, brought in by someone, and makers who have left the project. Stored with
  -- the task, so that no event has to look them up.
  guests int[] not null default '{}',
  p_level int not null default 0,
  p_name text not null default '',
  p_color text not null default '',
  sort int not null default 0,
  task_tag jsonb not null default '[]',
  file_num int not null default 0,
  deleted_at timestamptz,
  deleted_userid int not null default 0,
  import_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tasks_project on tasks (project_id, id);
create index tasks_parent on tasks (parent_id) where parent_id > 0;
create index tasks_column on tasks (column_id, sort) where deleted_at is null and archived_at is null;
-- How full a project and its columns are is read from this index alone, with every task that is made. It comes after
-- `tasks_column`: as long as a table has no statistics, the planner thinks that both cost the same and takes the later one.
create index tasks_board on tasks (project_id, id) include (parent_id, column_id, sort)
  where deleted_at is null and archived_at is null;
create index tasks_flow_item on tasks (flow_item_id) where flow_item_id > 0;
-- A search asks which tasks of a project have a chat.
create index tasks_dialog on tasks (project_id) where dialog_id > 0;
create index tasks_loop on tasks (loop_at) where loop_at is not null and deleted_at is null;
create index tasks_ending on tasks (end_at)
  where end_at is not null and complete_at is null and archived_at is null and deleted_at is null;
-- Tasks that may be archived automatically: never those that someone restored.
create index tasks_done on tasks (project_id, complete_at)
  where parent_id = 0 and complete_at is not null and archived_at is null and deleted_at is null and archived_userid = 0;
-- Few rows are imported: the others need no entry.
create unique index tasks_import_key on tasks (import_key) where import_key is not null;
create index tasks_from_dialog on tasks (from_dialog_id) where from_dialog_id > 0;

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

-- Every change of a task's status, which tells how long it was in each.
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

create table task_templates (
  id int generated always as identity primary key,
  project_id int not null references projects on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  title text not null default '',
  content text not null default '',
  sort int not null default 0,
  is_default int not null default 0,
  userid int not null,
  use_count int not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index task_templates_project on task_templates (project_id, sort, id);
-- At most one template of a project is the default.
create unique index task_templates_default on task_templates (project_id) where is_default = 1;

-- Two tasks that mention each other, one row for each direction.
create table task_relations (
  task_id int not null references tasks on delete cascade,
  related_task_id int not null references tasks on delete cascade,
  -- The first speaks of the second / is spoken of by it.
  mention int not null default 0,
  mentioned_by int not null default 0,
  latest_msg_id int not null default 0,
  latest_at timestamptz not null default now(),
  primary key (task_id, related_task_id)
);
create index task_relations_related on task_relations (related_task_id);

-- Files of a task. A file may come through the task's chat and stays when the message is withdrawn.
create table task_files (
  id int generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  file_id int not null references stored_files,
  userid int not null,
  -- A file that an import fetched is known again when the same export is imported once more.
  import_key text,
  created_at timestamptz not null default now(),
  unique (task_id, file_id)
);
create index task_files_newest on task_files (task_id, id desc);
create index task_files_file on task_files (file_id, task_id);
create unique index task_files_import_key on task_files (import_key) where import_key is not null;

-- Who has been reminded of which due date of a task: once, however many servers there are, and again when the date moves.
create table task_alerts (
  task_id int not null references tasks on delete cascade,
  userid int not null,
  kind text not null check (kind in ('before', 'after')),
  end_at timestamptz not null,
  primary key (task_id, userid, kind)
);

-- The owners of a task over time. The latest row of a task has its present owners.
create table task_handoffs (
  id int generated always as identity primary key,
  task_id int not null references tasks on delete cascade,
  userid int not null,
  source text not null,
  -- In the order of their ids.
  before int[] not null,
  owners int[] not null,
  note text not null default '',
  created_at timestamptz not null default now()
);
create index task_handoffs_task on task_handoffs (task_id, id);
