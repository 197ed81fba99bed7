import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';

/** A dialog's name: the self-chat and the group of all members have one in every language. */
export function dialogName(dialog: ClientDialog): string {
  if (dialog.dialog_user && dialog.dialog_user.userid === client.user?.userid) return t('dialog.self');
  return dialog.name;
}
