-- Everything that search finds, one document each. `access` decides who may open it: the dialog of a message, the project
-- of a task, the id of a project or dialog itself, 0 for a person. No text is stored here: a hit is read from the thing
-- itself, so that nothing withdrawn or changed is shown.
create table search (
  kind text not null,
  id int not null,
  access int not null,
  -- When the thing was made: it never changes, which a partition's key may not.
  at timestamptz not null,
  tsv tsvector not null,
  primary key (kind, id, at)
) partition by list (kind);
create table search_things partition of search default;
-- Messages a month each, made when the month is first written to (modules/search): a common word is searched in the
-- newest months first, and older months are not touched.
create table search_messages partition of search for values in ('message') partition by range (at);
-- A short pending list: every search walks it.
create index search_words on search using gin (tsv) with (gin_pending_list_limit = 1024);
-- Partial, so that only a query that says `access > 0` considers it: for words it went through a whole month by time, ten
-- times what the words took.
create index search_access on search (access, at desc) where access > 0;

-- How far down each kind has been indexed from before there was an event log.
create table search_progress (
  kind text primary key,
  -- Everything from this id upwards is indexed; 0 = everything.
  next_id int not null
);

insert into search_progress values
  ('user', 2147483647), ('project', 2147483647), ('dialog', 2147483647), ('task', 2147483647), ('message', 2147483647),
  ('file', 2147483647);
-- The place of the search index in the event log.
insert into meta values ('search', pg_snapshot_xmin(pg_current_snapshot())::text || '.0');

-- Things that changed without an event (imports) and have to be indexed.
create table search_wanted (
  kind text not null,
  id int not null,
  primary key (kind, id)
);

-- Messages of these dialogs that match, newest first, older than one of them. A function for its settings: a plan for each
-- query would look at the index of every month beforehand, which took ten times as long as the search itself. A generic
-- plan needs a hint which index to use: `access > 0` asks for that of the dialogs, where there is little in them
-- (is_few). Dialogs are looked up in a hash, which without a nested loop is the only way: an array is gone through for each
-- message, and a person may open thousands.
create function search_newest(dialogs int[], query tsquery, is_few boolean, since timestamptz,
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
