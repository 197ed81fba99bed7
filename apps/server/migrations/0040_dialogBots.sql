-- Followers ask for the bots of each conversation with new messages; most conversations have none among many members.
create index dialog_members_bots on dialog_members (dialog_id) where bot = 1;
