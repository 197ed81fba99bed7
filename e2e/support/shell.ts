import type { Page } from '@playwright/test';

/** A message of the client to the shell. */
export type Heard = Record<string, unknown>;

interface Played {
  heard: Heard[];
  say: (message: object) => void;
}

/** Before the page loads: a host that behaves like a shell, with the given answers to questions. */
export async function playShell(
  page: Page,
  kind: 'desktop' | 'mobile',
  features: readonly string[],
  answers: Record<string, object> = {},
): Promise<void> {
  await page.addInitScript(
    ([kindOf, has, answerOf]) => {
      const frame = globalThis as unknown as { self: unknown; top: unknown };
      if (frame.self !== frame.top) return;
      const listeners: ((text: string) => void)[] = [];
      const heard: Heard[] = [];
      const say = (message: object) => {
        for (const run of listeners) run(JSON.stringify(message));
      };
      const post = (text: string) => {
        const message = JSON.parse(text) as Heard;
        heard.push(message);
        if (typeof message['ask'] !== 'string') return;
        const value = answerOf[message['ask']];
        const number = message['number'];
        setTimeout(() =>
          say(value ? { answer: number, ok: true, value } : { answer: number, ok: false, why: 'unknown' }),
        );
      };
      Object.assign(globalThis, {
        playedShell: { heard, say } satisfies Played,
        atriumHost: {
          ...{ version: 1, kind: kindOf, features: has, post },
          onMessage: (run: (text: string) => void) => listeners.push(run),
        },
      });
    },
    [kind, [...features], answers] as const,
  );
}

/** The messages of this name that the client has sent so far. */
export const heardBy = (page: Page, name: string): Promise<Heard[]> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as { playedShell: Played }).playedShell.heard.filter(
        (each) => each['say'] === wanted || each['ask'] === wanted,
      ),
    name,
  );

export const shellSays = (page: Page, message: object): Promise<void> =>
  page.evaluate((said) => (globalThis as unknown as { playedShell: Played }).playedShell.say(said), message);
