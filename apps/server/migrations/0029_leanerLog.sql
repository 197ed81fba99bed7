-- Nothing looks for an event by its time: old days go with their partition. Two indexes are left, by transaction and by
-- number.
drop index if exists events_at;
