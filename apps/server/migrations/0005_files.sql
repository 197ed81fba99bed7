-- Stored files. Several messages may show the same one: forwarding a message does not store its file again.
create table stored_files (
  id int generated always as identity primary key,
  -- Names it in addresses; unguessable, and tells neither order nor number.
  token text not null unique,
  userid int not null,
  name text not null,
  ext text not null,
  -- By content, not by name.
  mime text not null,
  size bigint not null default 0,
  -- SHA-256 of what is stored.
  hash text not null default '',
  width int not null default -1,
  height int not null default -1,
  -- Bytes of its small picture; 0 = it has none.
  thumb_size int not null default 0,
  created_at timestamptz not null default now()
);
create index stored_files_created on stored_files (created_at);
-- A file that somebody has already is not sent again.
create index stored_files_hash on stored_files (hash) where hash <> '';

-- Bytes of stored files, by who stored them; userid 0 is the whole workspace. Triggers count them, so that no code
-- stores or deletes a file without it. The sum of all is locked first: two that store files never wait in a circle.
create table stored_sums (
  userid int primary key,
  bytes bigint not null
);
insert into stored_sums values (0, 0);

create function add_stored(changes jsonb) returns void language sql as $$
  insert into stored_sums as s (userid, bytes)
  select userid, delta from (
    select 0 as userid, coalesce(sum((c ->> 'delta')::bigint), 0) as delta from jsonb_array_elements(changes) c
    union all
    select (c ->> 'userid')::int, sum((c ->> 'delta')::bigint) from jsonb_array_elements(changes) c
    where (c ->> 'userid')::int <> 0 group by 1
  ) d where delta <> 0 order by userid
  on conflict (userid) do update set bytes = s.bytes + excluded.bytes
$$;

create function stored_inserted() returns trigger language plpgsql as $$
begin
  perform add_stored((select coalesce(jsonb_agg(jsonb_build_object('userid', userid, 'delta', size)), '[]') from new_rows));
  return null;
end $$;
create function stored_deleted() returns trigger language plpgsql as $$
begin
  perform add_stored((select coalesce(jsonb_agg(jsonb_build_object('userid', userid, 'delta', -size)), '[]') from old_rows));
  return null;
end $$;
create function stored_updated() returns trigger language plpgsql as $$
begin
  perform add_stored((select coalesce(jsonb_agg(d), '[]') from (
    select userid, -size as delta from old_rows union all select userid, size from new_rows
  ) d));
  return null;
end $$;
create trigger stored_inserted after insert on stored_files referencing new table as new_rows
  for each statement execute function stored_inserted();
create trigger stored_deleted after delete on stored_files referencing old table as old_rows
  for each statement execute function stored_deleted();
create trigger stored_updated after update on stored_files referencing old table as old_rows new table as new_rows
  for each statement execute function stored_updated();
