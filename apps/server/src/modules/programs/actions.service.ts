import type * as contract from '@atrium/contract/chat/actions.ts';
import type { MessageAction, ProgramAnswer } from '@atrium/contract/chat/actions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { messageFor } from '#modules/messages/messages.access';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import type { Caller } from '#platform/work';
import { callProgram, programOf, replyAddress } from './call.service.ts';
import { checkedValues, closeForm, readForm } from './forms.service.ts';
import { readButtons } from './replyButtons.service.ts';

const PRESSES = 30;
const WINDOW_MS = 10_000;

/** @throws message.gone, program.action_gone, program.silent, program.unusable, dialog.gone */
export async function act(direct: Direct, input: InputOf<typeof contract.msgAct>): Promise<ProgramAnswer> {
  const { app, caller } = direct;
  takePress(direct);
  const { actions, bot, about } = await pressed(direct, input);
  const action = actions.find(({ id }) => id === input.action_id);
  if (!action || action.url) throw fail('program.action_gone');
  const value = action.type === 'select' ? (input.value ?? '') : (action.value ?? '');
  if (action.type === 'select' && !action.options?.some((option) => option.value === value)) {
    throw fail('program.action_gone');
  }
  const program = await programOf(app, bot, about.dialogId);
  const body = JSON.stringify({
    type: 'action',
    action_id: action.id,
    value,
    ...(about.msgId > 0 && { msg_id: about.msgId }),
    dialog_id: about.dialogId,
    bot_uid: program.bot,
    user: userOf(caller),
    response_url: await replyAddress(app, caller, program, about),
  });
  return callProgram(app, caller, program, { about, type: 'application/json', body });
}

/** Finds the buttons that the person sees: those of a message, or of a reply to them alone. */
async function pressed(direct: Direct, { msg_id, ticket }: InputOf<typeof contract.msgAct>) {
  if (ticket) {
    const { bot, dialogId, actions } = await readButtons(direct.app, ticket, direct.caller.userid);
    // The right is checked again, because the person may have left the conversation since the reply was shown.
    await dialogFor(direct, dialogId);
    return { bot, actions, about: { dialogId, msgId: 0 } };
  }
  const { message } = await messageFor(direct, msg_id ?? 0);
  if (message.bot !== 1) throw fail('program.action_gone');
  const about = { dialogId: message.dialog_id, msgId: message.id };
  return { bot: message.userid, actions: actionsOf(message.msg), about };
}

/** @throws program.form_gone, program.form_field, program.silent, program.actions */
export async function submitForm(direct: Direct, input: InputOf<typeof contract.msgForm>): Promise<ProgramAnswer> {
  const { app, caller } = direct;
  takePress(direct);
  const open = await readForm(app, input.ticket, caller.userid);
  // The right is checked again, because the person may have left the conversation since the form was opened.
  await dialogFor(direct, open.dialogId);
  const values = checkedValues(open.fields, input.values);
  const program = await programOf(app, open.bot, open.dialogId);
  const about = { dialogId: open.dialogId, msgId: open.msgId };
  const body = JSON.stringify({
    type: 'form',
    form_id: open.id,
    values,
    ...(open.msgId > 0 && { msg_id: open.msgId }),
    dialog_id: open.dialogId,
    bot_uid: program.bot,
    user: userOf(caller),
    response_url: await replyAddress(app, caller, program, about),
  });
  const answer = await callProgram(app, caller, program, { about, type: 'application/json', body });
  if (Object.keys(answer.problems).length === 0) await closeForm(app, input.ticket);
  return answer;
}

/** Programs may not press buttons: two of them could answer each other forever. @throws forbidden, rate.limited */
function takePress({ app, caller }: Direct): void {
  if (caller.isBot) throw fail('forbidden');
  if (!app.limiter.take(`program:${caller.userid}`, PRESSES, WINDOW_MS)) throw fail('rate.limited');
}

const actionsOf = (msg: unknown): readonly MessageAction[] => {
  const { actions } = msg as { actions?: unknown };
  return Array.isArray(actions) ? (actions as MessageAction[]) : [];
};

const userOf = ({ userid, nickname, lang }: Caller) => ({ userid, nickname, lang });
