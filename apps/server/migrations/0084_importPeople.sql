alter table imports
  -- The people of the export, most used first.
  add column people jsonb not null default '[]',
  -- Their ids at the other product, and who an administrator says they are: a userid, or 0 for nobody.
  add column choices jsonb not null default '{}';
