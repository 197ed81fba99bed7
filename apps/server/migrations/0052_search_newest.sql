-- Where words are looked for, this index must not come in between: it went through all of a month by its time, ten times
-- what the words took. Partial, it is only thought of by a question that says that there is an access (a person has none).
drop index search_access;
create index search_access on search (access, at desc) where access > 0;

-- As before (migration 0007), but told which index by that: "access > 0" asks for this one. And conversations are looked
-- up in a hash, which without a nested loop is the only way: an array is gone through for each message, and somebody may
-- open thousands.
create or replace function search_newest(dialogs int[], query tsquery, is_few boolean, since timestamptz,
  below_at timestamptz, below_id int, most int)
  returns table (id int, at text) language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_nestloop = off
as $$
begin
  if query is null or is_few then
    return query select s.id, s.at::text from search_messages s
      where s.access > 0 and s.access = any (dialogs) and s.at >= since and s.at <= below_at
        and (s.at, s.id) < (below_at, below_id) and (query is null or s.tsv @@ query)
      order by s.at desc, s.id desc limit most;
  else
    return query select s.id, s.at::text from search_messages s
      where s.tsv @@ query and s.access in (select unnest(dialogs)) and s.at >= since and s.at <= below_at
        and (s.at, s.id) < (below_at, below_id)
      order by s.at desc, s.id desc limit most;
  end if;
end $$;
