-- Tags that others give a person, and who agrees.
create table user_tags (
  id int generated always as identity primary key,
  userid int not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 20),
  created_by int not null references users on delete cascade,
  created_at timestamptz not null default now()
);
create unique index user_tags_name on user_tags (userid, lower(name));

create table user_tag_recognitions (
  tag_id int not null references user_tags on delete cascade,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tag_id, userid)
);
create index user_tag_recognitions_by on user_tag_recognitions (userid);
