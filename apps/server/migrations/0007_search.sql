-- Everything that is found by words, one document each. `access` is what decides who may open it: the conversation of a
-- message, the project of a task, itself for a project or a conversation, 0 for a person. No text is kept here: what a
-- hit shows is read from the thing itself, so that nothing withdrawn or changed can be shown.
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
-- Messages a month each, made when the month is first written to (modules/search): a common word is looked for in the
-- newest months first and the others are not touched.
create table search_messages partition of search for values in ('message') partition by range (at);
-- A short list of what is not merged yet: every search walks it.
create index search_words on search using gin (tsv) with (gin_pending_list_limit = 1024);
create index search_access on search (access, at desc);

-- How far the index has read the event log, and how far down each kind has been indexed from before there was a log.
create table search_progress (
  kind text primary key,
  -- Everything from this id upwards is indexed; 0 = everything.
  next_id int not null
);
insert into search_progress values
  ('user', 2147483647), ('project', 2147483647), ('dialog', 2147483647), ('task', 2147483647), ('message', 2147483647);
insert into meta values ('search', pg_snapshot_xmin(pg_current_snapshot())::text || '.0');

-- What changed without an event (imports): to be indexed as well.
create table search_wanted (
  kind text not null,
  id int not null,
  primary key (kind, id)
);

-- A search asks which tasks of one's projects have a conversation.
create index tasks_dialog on tasks (project_id) where dialog_id > 0;

-- Messages of these conversations that answer, newest first, older than one of them. A function for its setting: a plan
-- for each question would look at every month's index beforehand, which took ten times as long as the look itself. Not
-- knowing the question, it has to be told which index: by the conversations where there is little in them (is_few), else
-- by the words ("+ 0" keeps the other index out).
create function search_newest(dialogs int[], query tsquery, is_few boolean, since timestamptz, below_at timestamptz,
  below_id int, most int)
  returns table (id int, at text) language plpgsql stable
  set plan_cache_mode = force_generic_plan
as $$
begin
  if query is null or is_few then
    return query select s.id, s.at::text from search_messages s
      where s.access = any (dialogs) and s.at >= since and s.at <= below_at and (s.at, s.id) < (below_at, below_id)
        and (query is null or s.tsv @@ query)
      order by s.at desc, s.id desc limit most;
  else
    return query select s.id, s.at::text from search_messages s
      where s.tsv @@ query and s.access + 0 = any (dialogs) and s.at >= since and s.at <= below_at
        and (s.at, s.id) < (below_at, below_id)
      order by s.at desc, s.id desc limit most;
  end if;
end $$;
