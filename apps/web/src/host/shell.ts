import {
  type Answer,
  BRIDGE_VERSION,
  type EventName,
  type Failure,
  type Feature,
  type Notice,
  type NoticeName,
  type Question,
  type QuestionName,
  readAnswer,
  readShellMessage,
  type ShellEvent,
  type ShellPort,
} from '@atrium/contract/shell/bridge.ts';

declare global {
  /** Set by a shell before the client loads. */
  var atriumHost: ShellPort | undefined;
}

/** A refusal of the shell, with the reason. */
export class ShellRefused extends Error {
  readonly why: Failure;
  constructor(why: Failure) {
    super(`The shell refused: ${why}`);
    this.why = why;
  }
}

/** The client's end of the bridge. */
export interface Shell {
  kind: ShellPort['kind'];
  can(feature: Feature): boolean;
  tell<N extends NoticeName>(name: N, values: Notice<N>): void;
  /** @throws ShellRefused; `timeout` without an answer in time */
  ask<N extends QuestionName>(name: N, values: Question<N>, limitMs?: number): Promise<Answer<N>>;
  /** Returns a function that unsubscribes. */
  on<N extends EventName>(name: N, run: (event: ShellEvent<N>) => void): () => void;
}

const ANSWER_MS = 10_000;
/**
 * Events from outside the page that must not be lost. They wait for the screen that handles them, also during sign-in.
 */
const KEPT: readonly EventName[] = ['open_place', 'reply', 'share', 'captured'];
const MOST_KEPT = 20;

export function connectShell(port: ShellPort): Shell {
  let serial = 0;
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: ShellRefused) => void }>();
  const listeners = new Map<EventName, Set<(event: never) => void>>();
  const kept: { say: EventName; values: object }[] = [];
  const send = (message: object) => port.post(JSON.stringify(message));

  port.onMessage((text) => {
    const message = readShellMessage(text);
    if (!message) return;
    if ('say' in message) {
      const { say, ...values } = message;
      // The event is stored, because a shell that was just started with a link or a shared file is faster than the
      // client.
      if (!listeners.has(say) && KEPT.includes(say) && kept.length < MOST_KEPT) kept.push({ say, values });
      for (const run of listeners.get(say) ?? []) run(values as never);
      return;
    }
    const waiting = asked.get(message.answer);
    asked.delete(message.answer);
    if (message.ok) waiting?.resolve(message.value);
    else waiting?.reject(new ShellRefused(message.why));
  });

  return {
    kind: port.kind,
    can: (feature) => port.features.includes(feature),
    tell: (say, values) => send({ say, ...values }),
    async ask(name, values, limitMs = ANSWER_MS) {
      serial += 1;
      const number = serial;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      asked.set(number, { resolve, reject });
      const timer = setTimeout(() => reject(new ShellRefused('timeout')), limitMs);
      send({ ask: name, number, ...values });
      try {
        const answer = readAnswer(name, await promise);
        if (!answer) throw new ShellRefused('failed');
        return answer;
      } finally {
        clearTimeout(timer);
        asked.delete(number);
      }
    },
    on(name, run) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(run));
      for (const each of kept.filter(({ say }) => say === name)) {
        kept.splice(kept.indexOf(each), 1);
        run(each.values as never);
      }
      return () => void set.delete(run);
    },
  };
}

/** Returns the shell behind a port; null for a port of another protocol, or none at all. */
export const shellOf = (port: ShellPort | undefined): Shell | null =>
  port && port.version >= BRIDGE_VERSION ? connectShell(port) : null;
