-- The text in the files of the file area, by stored file, so that they are found by what is in them. Versions and copies
-- with the same stored file share it.
create table file_texts (
  stored_id int primary key references stored_files on delete cascade,
  -- Null until somebody has tried to read it.
  read_at timestamptz,
  -- Counted before an attempt: a file that ends the server each time is given up.
  attempts int not null default 0,
  tried_at timestamptz,
  -- Its beginning, up to a limit; empty for files without text.
  text text not null default '',
  terms tsvector not null default ''
);
create index file_texts_wanted on file_texts (stored_id) where read_at is null;

create function file_text_wanted() returns trigger language plpgsql as $$
begin
  if new.stored_id is not null then
    insert into file_texts (stored_id) values (new.stored_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger file_text_inserted after insert on files for each row execute function file_text_wanted();
create trigger file_text_updated after update of stored_id on files for each row
  when (new.stored_id is distinct from old.stored_id) execute function file_text_wanted();
