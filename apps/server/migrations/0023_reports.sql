-- What a person did in a day or a week, sent to people they choose.
create table reports (
  id int generated always as identity primary key,
  userid int not null references users,
  type text not null check (type in ('daily', 'weekly')),
  -- The day or week: a person has one report for each.
  sign text not null,
  title text not null check (char_length(title) between 1 and 200),
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (userid, type, sign)
);
create index reports_newest on reports (userid, id desc);

create table report_receivers (
  report_id int not null references reports on delete cascade,
  userid int not null references users,
  receive_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (report_id, userid)
);
create index report_receivers_newest on report_receivers (userid, report_id desc);
create index report_receivers_unread on report_receivers (userid) where read_at is null;

-- Anyone who may read a report may make a link; anyone with the code may read it.
create table report_links (
  code text primary key,
  report_id int not null references reports on delete cascade,
  userid int not null references users,
  num int not null default 0,
  created_at timestamptz not null default now(),
  unique (report_id, userid)
);

-- What an assistant wrote about a report, one for each reader.
create table report_analyses (
  id int generated always as identity primary key,
  report_id int not null references reports on delete cascade,
  userid int not null references users,
  text text not null,
  model text not null default '',
  focus text not null default '',
  updated_at timestamptz not null default now(),
  unique (report_id, userid)
);
create index report_analyses_person on report_analyses (userid);
