-- Which guests a link is for: removing somebody ends the links that were shared, and the one they came by.
-- Null: a link that a member copied. Links in mails of planned meetings work longer than those.
alter table meeting_codes add column email text;
update meeting_codes set email = '' where expired_at > now() + interval '6 hours';
alter table meeting_guests add column code_hash text;
