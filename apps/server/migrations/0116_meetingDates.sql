-- Repeated meetings keep their hour where their host lives when clocks change.
alter table meeting_plans add column timezone text not null default '';
update meeting_plans p set timezone = u.timezone
  from meetings m join users u on u.userid = m.userid where m.id = p.meeting_id;

-- Dates that take place at another time than their rhythm says, or, without a start, not at all.
create table meeting_plan_dates (
  plan_id integer not null references meeting_plans on delete cascade,
  at timestamptz not null,
  start_at timestamptz,
  minutes integer not null,
  primary key (plan_id, at)
);
