import {
  type EventName,
  type Failure,
  FEATURES,
  type FromClient,
  readClientMessage,
  type ShellEvent,
  type ShellPort,
} from '@atrium/contract/shell/bridge.ts';

type Answers = Record<string, object | { refused: Failure } | null>;

/** A port that behaves like a shell: it takes valid messages only, answers questions, and sends messages for a test. */
export function fakeShell(kind: ShellPort['kind'], answers: Answers = {}, features: readonly string[] = FEATURES) {
  const heard: FromClient[] = [];
  const listeners: ((text: string) => void)[] = [];
  const send = (message: object) => {
    for (const run of listeners) run(JSON.stringify(message));
  };
  const port: ShellPort = {
    version: 1,
    kind,
    features,
    post(text) {
      const message = readClientMessage(text);
      if (!message) throw new Error(`no message of the bridge: ${text}`);
      heard.push(message);
      if (!('ask' in message)) return;
      const answer = answers[message.ask];
      // A shell that knows the question and never answers.
      if (answer === null) return;
      const refused = answer && 'refused' in answer ? answer.refused : undefined;
      if (answer && !refused) queueMicrotask(() => send({ answer: message.number, ok: true, value: answer }));
      else queueMicrotask(() => send({ answer: message.number, ok: false, why: refused ?? 'unknown' }));
    },
    onMessage: (run) => void listeners.push(run),
  };
  return {
    port,
    heard,
    answers,
    sayRaw: (text: string) => {
      for (const run of listeners) run(text);
    },
    say: <N extends EventName>(name: N, values: ShellEvent<N>) => send({ say: name, ...values }),
  };
}
