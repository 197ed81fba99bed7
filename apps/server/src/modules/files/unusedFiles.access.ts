import { sql } from 'kysely';

/**
 * True if no message, task, sticker, avatar, logo, approval or report from a person uses `stored_files f`. The file area
 * is checked separately.
 */
export const isUsedNowhereElse = sql<boolean>`
  not exists (select 1 from message_files mf where mf.file_id = f.id)
  and not exists (select 1 from task_files tf where tf.file_id = f.id)
  and not exists (select 1 from stickers s where s.file_id = f.id)
  and not exists (select 1 from avatars x where x.file_id = f.id)
  and not exists (select 1 from workspace_logos w where w.file_id = f.id)
  and not exists (select 1 from approval_files y where y.file_id = f.id)
  and not exists (select 1 from complaint_files z where z.file_id = f.id)`;
