import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/reports.ts';
import { shareMention } from '@atrium/richtext/html/mentionTags.ts';
import { sendAlong } from '#modules/messages/sending/forward.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { reportCodes } from './links.service.ts';
import { reportsFor } from './reports.access.ts';

/** Shares all reports in one message per conversation, followed by the comment. */
export async function shareReports(work: Work, input: InputOf<typeof contract.reportShare>) {
  const ids = [...new Set([...(input.ids ?? []), ...(input.id ? [input.id] : [])])];
  if (ids.length === 0) throw fail('parameter.missing', { name: 'id' });
  const reports = await reportsFor(work, ids);
  const codes = await reportCodes(work, ids);
  const html = reports.map(({ id, title }) => `<p>${shareMention('report', codes.get(id) ?? '', title)}</p>`).join('');
  const sent = await sendAlong(work, input, html);
  for (const { id, title: name } of reports) {
    work.audit({ action: 'report.shared', target: { type: 'report', id, name }, detail: { messages: sent.length } });
  }
  return { num: sent.length };
}
