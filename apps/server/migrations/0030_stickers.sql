-- Sets of stickers that administrators have put together, in the order they stand in.
create table sticker_sets (
  id int generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  sort int not null default 0,
  created_at timestamptz not null default now()
);

-- One that was taken out of its set stays where it was sent.
create table stickers (
  id int generated always as identity primary key,
  set_id int references sticker_sets on delete set null,
  file_id int not null references stored_files,
  name text not null check (char_length(name) between 1 and 50),
  sort int not null default 0
);
create index stickers_of_set on stickers (set_id) where set_id is not null;
create index stickers_file on stickers (file_id);
