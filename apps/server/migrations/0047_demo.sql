-- The sample content of a workspace, at most one.
create table sample_sets (
  id int generated always as identity primary key,
  -- Who added it and is a member of its projects.
  userid int not null references users on delete cascade,
  lang text not null,
  state text not null check (state in ('adding', 'there', 'removing')),
  -- Steps that are finished.
  done int not null default 0,
  is_failed boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index sample_sets_one on sample_sets ((true));
create index sample_sets_person on sample_sets (userid);

-- Everything that was created with it. The subject may be gone, so ids are no foreign keys.
create table sample_items (
  set_id int not null references sample_sets on delete cascade,
  kind text not null check (kind in ('user', 'project', 'dialog', 'file', 'plan')),
  item_id int not null,
  -- Its name in the plan.
  name text not null,
  primary key (set_id, kind, item_id)
);
