alter table users
  -- The step of the set-up at which the person stopped; '' before it, 'done' after it.
  add column setup_step text not null default '',
  -- Tips for a person who joins: '', 'wanted', 'over'.
  add column tour text not null default '',
  add column start_hidden boolean not null default false;
