import type { msgStream } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { messageFor } from '#modules/messages/messages.access';
import { callerNow } from '#modules/users/callers.service';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { AnswerStream, readStream, STREAM_PATH } from './streams.service.ts';

const CALLS = 200;
const WINDOW_MS = 10_000;

/**
 * Lets a bot show its words to one person while it writes them. The rights of both are checked each time: either may
 * have left the conversation since the stream opened.
 *
 * @throws forbidden, message.gone, message.own, dialog.gone, stream.gone, rate.limited
 */
export async function streamMessage(direct: Direct, input: InputOf<typeof msgStream>) {
  const { app, tx, caller, now } = direct;
  const { userid, content, stream_url, done } = input;
  if (!caller.isBot) throw fail('forbidden');
  if (!app.limiter.take(`stream:${caller.userid}`, CALLS, WINDOW_MS)) throw fail('rate.limited');
  const { message } = await messageFor(direct, input.msg_id);
  if (message.userid !== caller.userid) throw fail('message.own');
  const person = await callerNow(app, userid);
  if (!person) throw fail('dialog.gone');
  await dialogFor({ app, tx, now, caller: person }, message.dialog_id);
  const of = { msg_id: message.id, bot: caller.userid, userid };
  if (!stream_url) {
    const stream = new AnswerStream(app, of);
    await stream.open(message.dialog_id, content);
    if (done) await stream.grow(content, true);
    return { stream_url: stream.url };
  }
  const key = stream_url.startsWith(STREAM_PATH) ? stream_url.slice(STREAM_PATH.length) : '';
  const state = key ? await readStream(app, key) : null;
  const isOurs = state?.bot === of.bot && state.msg_id === of.msg_id && state.userid === userid && !state.isDone;
  if (!isOurs) throw fail('stream.gone');
  await new AnswerStream(app, of, key).grow(content, done === true);
  return { stream_url };
}
