-- Who did what. Rows are only added: a trigger refuses every change, and deletes through anything but audit_expire.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  action text not null,
  -- Who did it; 0 is the server, or somebody who is not signed in.
  userid int not null,
  -- What it was done to; the name as it was then.
  target_type text not null default '',
  target_id int not null default 0,
  target_name text not null default '',
  ip text not null default '',
  agent text not null default '',
  detail jsonb not null default '{}'
);
create index audit_log_at on audit_log (at);
create index audit_log_userid on audit_log (userid, id);
create index audit_log_target on audit_log (target_type, target_id, id);
create index audit_log_action on audit_log (action, id);

create function audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('atrium.audit_expire', true) = 'on' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'The audit log is append-only.';
end $$;
create trigger audit_log_rows before update or delete on audit_log for each row execute function audit_refuse();
create trigger audit_log_whole before truncate on audit_log for each statement execute function audit_refuse();

-- The only way to delete: rows past the retention, of which 30 days are the least.
create function audit_expire(days int, most int) returns int language plpgsql as $$
declare n int;
begin
  perform set_config('atrium.audit_expire', 'on', true);
  delete from audit_log where id in (
    select id from audit_log where at < now() - make_interval(days => greatest(days, 30)) order by id limit most);
  get diagnostics n = row_count;
  perform set_config('atrium.audit_expire', 'off', true);
  return n;
end $$;
