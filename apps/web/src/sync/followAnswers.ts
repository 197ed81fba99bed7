import type { AnswerStreams } from './answerStreams.ts';
import { client } from './session.ts';

/** The messages as streams showed them last. */
const drawn = new Map<number, unknown>();

/** Returns false once the message has its final text from the server. */
function show(msgId: number, text: string, isWhole: boolean): boolean {
  const known = client.store.base.message.get(msgId);
  // The message is not there yet, because the stream may be faster.
  if (!known) return true;
  const before = drawn.get(msgId);
  // A change that is not ours is the final text.
  if (before !== undefined && known.msg !== before) {
    drawn.delete(msgId);
    return false;
  }
  client.store.base.message.patch(msgId, { msg: { ...known.msg, text, is_growing: !isWhole } });
  if (isWhole) drawn.delete(msgId);
  else drawn.set(msgId, client.store.base.message.get(msgId)?.msg);
  return true;
}

const openStreams = async (): Promise<AnswerStreams> => {
  const parts = await import('./answerStreams.ts');
  return new parts.AnswerStreams((url) => new EventSource(url), { show });
};
let streams: Promise<AnswerStreams> | undefined;

/** Shows answers of assistants as they are written. The reader loads with the first one. */
export const followAnswers = (): (() => void) =>
  client.onStream((stream) => {
    streams ??= openStreams();
    streams.then(
      (opened) => {
        drawn.delete(stream.msg_id);
        opened.follow(stream);
      },
      // Without a network the answer arrives as a whole, and the next answer tries again.
      () => {
        streams = undefined;
      },
    );
  });
