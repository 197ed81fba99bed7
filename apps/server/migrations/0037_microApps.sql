-- Micro apps: an administrator's own addresses, and apps that were installed from a zip or a manifest.

-- The files of a checked app, before and after it is installed. Those of no app are deleted after a day.
create table micro_app_bundles (
  -- Part of the addresses of its files; unguessable.
  key text primary key,
  app_id text not null,
  version text not null,
  source text not null check (source in ('bundled', 'zip', 'url')),
  manifest jsonb not null,
  manifest_url text not null default '',
  created_by int not null,
  created_at timestamptz not null default now()
);
create index micro_app_bundles_app on micro_app_bundles (app_id);

create table micro_app_files (
  id int generated always as identity primary key,
  bundle_key text not null references micro_app_bundles on delete cascade,
  -- Within the bundle, without a leading slash.
  path text not null,
  -- Its key in the storage.
  place text not null,
  type text not null,
  size int not null,
  hash text not null,
  unique (bundle_key, path)
);

create table micro_apps (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$'),
  source text not null check (source in ('custom', 'bundled', 'zip', 'url')),
  name text not null,
  version text not null,
  manifest jsonb not null,
  manifest_url text not null default '',
  -- What its tokens may do.
  scopes text[] not null default '{}',
  -- `all`, `admin`, or ids of people.
  visible_to text[] not null default '{admin}',
  enabled boolean not null default true,
  -- Part of the addresses of its frame and files.
  key text not null unique,
  -- Of the secret with which its server sets badges; '' = none yet.
  secret_hash text not null default '',
  -- Of the entries below: their number and bytes.
  data_count int not null default 0,
  data_bytes bigint not null default 0,
  position int not null default 0,
  installed_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table micro_app_badges (
  app_id text not null references micro_apps on delete cascade,
  menu_key text not null,
  userid int not null references users on delete cascade,
  count int not null,
  dot boolean not null,
  updated_at timestamptz not null default now(),
  primary key (userid, app_id, menu_key)
);
create index micro_app_badges_app on micro_app_badges (app_id);

create table micro_app_sorts (
  userid int primary key references users on delete cascade,
  sorts jsonb not null
);

-- What apps store.
create table micro_app_data (
  app_id text not null references micro_apps on delete cascade,
  -- `workspace`: everyone who uses the app; `person`: its person alone; `published`: everyone reads, its person writes.
  space text not null check (space in ('workspace', 'person', 'published')),
  -- Whose entry it is; 0 in `workspace`.
  owner_id int not null,
  key text collate "C" not null,
  value text not null,
  version int not null default 1,
  -- Who wrote it last.
  userid int not null,
  updated_at timestamptz not null default now(),
  primary key (app_id, space, key, owner_id)
);
create index micro_app_data_person on micro_app_data (userid);
