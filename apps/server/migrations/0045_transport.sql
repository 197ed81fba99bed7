-- The server's keys for encrypted requests, one for each three months. The private half is sealed.
create table transport_keys (
  period int primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
