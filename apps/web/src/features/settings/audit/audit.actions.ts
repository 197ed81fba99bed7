import type { InputOf } from '@atrium/contract/kit.ts';
import { AUDIT_LIMITS, auditExport, auditList, auditSetting } from '@atrium/contract/workspace/audit.ts';
import { downloadText } from '#features/settings/team/downloadText.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export type AuditFilter = InputOf<typeof auditExport>;

export const readAudit = (input: InputOf<typeof auditList>) => client.api.read(auditList, input);

/** Downloads the matching rows. @throws CallError with the server's text */
export async function downloadAudit(filter: AuditFilter): Promise<void> {
  const { name, text, is_cut } = await client.api.call(auditExport, filter, { timeoutMs: 60_000 });
  downloadText(name, text);
  if (is_cut) notify(t('audit.csv_cut', { count: AUDIT_LIMITS.csv }));
}

export const readRetention = () => client.api.read(auditSetting, {});
/** @throws CallError with the server's text */
export const saveRetention = (input: { days: number }) =>
  client.api.call(auditSetting, { type: 'save', ...input }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });
