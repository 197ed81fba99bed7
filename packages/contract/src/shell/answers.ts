import {
  type Answer,
  type Failure,
  type FromClient,
  type FromShell,
  type Notice,
  type NoticeName,
  type Question,
  type QuestionName,
  readClientMessage,
} from './bridge.ts';

/** The reason why a question has no answer. */
export class Refusal extends Error {
  readonly why: Failure;
  constructor(why: Failure) {
    super(why);
    this.why = why;
  }
}

export type NoticeHandlers = { [N in NoticeName]?: (notice: Notice<N>) => void };
export type QuestionHandlers = { [N in QuestionName]?: (question: Question<N>) => Promise<Answer<N>> | Answer<N> };

/**
 * Takes a message of a page. Invalid ones are ignored, each question is answered once: also one that nobody handles, or
 * that fails.
 */
export async function handleMessage(
  text: unknown,
  notices: NoticeHandlers,
  questions: QuestionHandlers,
  send: (message: FromShell) => void,
): Promise<void> {
  const message = readClientMessage(text);
  if (!message) return;
  if ('say' in message) {
    const { say, ...values } = message;
    (notices[say] as ((values: object) => void) | undefined)?.(values);
    return;
  }
  await answer(message, questions, send);
}

async function answer(
  { ask, number, ...values }: Extract<FromClient, { ask: QuestionName }>,
  questions: QuestionHandlers,
  send: (message: FromShell) => void,
): Promise<void> {
  const run = questions[ask] as ((values: object) => unknown) | undefined;
  if (!run) return send({ answer: number, ok: false, why: 'unknown' });
  try {
    send({ answer: number, ok: true, value: await run(values) });
  } catch (error) {
    send({ answer: number, ok: false, why: error instanceof Refusal ? error.why : 'failed' });
  }
}
