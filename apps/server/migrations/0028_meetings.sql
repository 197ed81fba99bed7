-- Meetings: people tell each other the number.
create table meetings (
  id int generated always as identity primary key,
  meetingid text not null unique,
  name text not null,
  -- The internal name of the room, from which the meeting cannot be guessed.
  channel text not null unique,
  userid int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  -- When a participant was last seen in the room.
  updated_at timestamptz not null default now(),
  end_at timestamptz
);
create index meetings_open on meetings (updated_at) where end_at is null;

-- Codes of invitation links; only the hash is stored.
create table meeting_codes (
  code_hash text primary key,
  meeting_id int not null references meetings on delete cascade,
  expired_at timestamptz not null
);
create index meeting_codes_expired on meeting_codes (expired_at);

-- Guests, for as long as others may ask who they are.
create table meeting_guests (
  uid int primary key,
  meeting_id int not null references meetings on delete cascade,
  nickname text not null,
  expired_at timestamptz not null
);
create index meeting_guests_expired on meeting_guests (expired_at);
