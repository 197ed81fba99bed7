-- What somebody missed is read from one event on.
create index events_id on events (id);
