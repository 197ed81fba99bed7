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
