-- Sticker sets made by administrators, in their order.
create table sticker_sets (
  id int generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  sort int not null default 0,
  created_at timestamptz not null default now()
);

-- A sticker that was removed from its set stays in the messages that show it.
create table stickers (
  id int generated always as identity primary key,
  set_id int references sticker_sets on delete set null,
  file_id int not null references stored_files,
  name text not null check (char_length(name) between 1 and 50),
  sort int not null default 0
);
create index stickers_of_set on stickers (set_id) where set_id is not null;
create index stickers_file on stickers (file_id);
