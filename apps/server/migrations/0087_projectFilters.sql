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
