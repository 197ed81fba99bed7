-- Accounts that were deleted before deletion cleared them. Their name stays on what they wrote.
update users set
  nickname = case when nickname = '' then split_part(email, '@', 1) else nickname end,
  email = '', tel = '', profession = '', birthday = null, address = '', introduction = '', userimg = '',
  lang = '', timezone = '', last_ip = '', last_at = null, line_ip = '', line_at = null, created_ip = '',
  status_emoji = '', status_text = '', status_until = null, meeting_at = null, dnd_until = null
where delete_at is not null and bot = 0;
