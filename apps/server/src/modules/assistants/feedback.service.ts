import type * as contract from '@atrium/contract/chat/assistants.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { displayName } from '#modules/users/present.service';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { answerFor } from './answers.service.ts';
import { commonOf } from './common.service.ts';
import { deleteFeedback, listFeedback, putFeedback } from './feedback.queries.ts';
import { listUsage, monthOf } from './usage.queries.ts';

/** @throws message.gone, assistant.not_answer */
export async function rate(work: Work, { msg_id, feedback }: InputOf<typeof contract.assistantFeedback>) {
  await answerFor(work, msg_id);
  const { userid } = work.caller;
  if (!feedback) await deleteFeedback(work.tx, msg_id, userid);
  else await putFeedback(work.tx, msg_id, userid, feedback);
  return {};
}

export async function listRatings(view: View, { dialog_id }: InputOf<typeof contract.assistantFeedbackList>) {
  await dialogFor(view, dialog_id);
  const rows = await listFeedback(view.tx, dialog_id, view.caller.userid);
  return { list: rows as OutputOf<typeof contract.assistantFeedbackList>['list'] };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
/** @throws parameter */
export async function usage(view: View, { month }: InputOf<typeof contract.assistantUsage>) {
  if (month && !MONTH.test(month)) throw fail('parameter', { name: 'month' });
  const first = month ? `${month}-01` : monthOf(view.now);
  const rows = await listUsage(view.tx, first);
  const { budget } = await commonOf(view.app);
  return {
    month: first.slice(0, 7),
    budget,
    list: rows.map(({ email, nickname, input_tokens, output_tokens, ...row }) => ({
      ...row,
      nickname: displayName({ nickname, email }),
      input_tokens: Number(input_tokens),
      output_tokens: Number(output_tokens),
    })),
  };
}
