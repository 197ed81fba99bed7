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
-- At most one of a project is offered first.
create unique index task_templates_default on task_templates (project_id) where is_default = 1;

-- What somebody looked at, newest last; a hundred each are kept.
create table task_browses (
  userid int not null references users on delete cascade,
  task_id int not null references tasks on delete cascade,
  browsed_at timestamptz not null default now(),
  primary key (userid, task_id)
);
create index task_browses_recent on task_browses (userid, browsed_at desc);

-- Two tasks that talk of each other, one row for each direction.
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
