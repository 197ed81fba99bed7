-- In a meeting, as of this time: renewed while the person is in its room.
alter table users add column meeting_at timestamptz;
-- The person pauses notifications until then.
alter table users add column dnd_until timestamptz;
create index users_status_ends on users (userid)
  where status_until is not null or meeting_at is not null or dnd_until is not null;

-- The days on which quiet hours begin; 1 = Monday.
alter table quiet_hours add column quiet_days int[] not null default '{1,2,3,4,5,6,7}';
