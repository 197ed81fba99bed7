import type { Profile } from '@atrium/contract/people/profile.ts';
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { client } from '#sync/session.ts';
import { NoticeStack } from '#ui/overlays/NoticeStack.tsx';
import { ProblemModal } from '#ui/overlays/ProblemModal.tsx';
import { theme } from '#ui/theme.ts';

type Input = Record<string, unknown>;
/** The answer to a call: data, a refusal made by `refused`, or a function of the input. */
export type Answers = Record<string, unknown>;

class Refusal {
  readonly envelope: Input;
  constructor(msg: string, ret: number, data: Input) {
    this.envelope = { ret, msg, data };
  }
}
export const refused = (msg: string, ret = 0, data: Input = {}) => new Refusal(msg, ret, data);
/** No network. */
export const LOST = Symbol('lost');

/** A fake server: records requests, and answers unknown ones with nothing. */
export function serve(answers: Answers) {
  const asked: [path: string, input: Input][] = [];
  globalThis.fetch = async (url, init) => {
    const path = String(url).replace('/api/', '');
    const input = JSON.parse(String(init?.body ?? '{}')) as Input;
    asked.push([path, input]);
    const found = answers[path];
    const answer: unknown = typeof found === 'function' ? await (found as (input: Input) => unknown)(input) : found;
    if (answer === LOST) throw new TypeError('Failed to fetch');
    const envelope = answer instanceof Refusal ? answer.envelope : { ret: 1, msg: '', data: answer ?? {} };
    return new Response(JSON.stringify(envelope));
  };
  return {
    asked,
    answers,
    inputsOf: (path: string) => asked.flatMap(([each, input]) => (each === path ? [input] : [])),
  };
}

export const ME = 1;

/** Lets timers run between two keys or clicks, which here follow each other at once. */
export const pause = () => act(() => new Promise((resolve) => setTimeout(resolve)));

/** Renders a screen for a signed-in person. `path` is its route, `at` the opened address, by default the same. */
interface Place {
  path?: string;
  at?: string;
  /** Fields of the signed-in person's profile besides id and name. */
  me?: Partial<Profile>;
}
export async function open(element: ReactNode, { path = '/', at = '', me = {} }: Place = {}) {
  client.user = { userid: ME, nickname: 'Ada', identity: [] as string[], ...me } as Profile;
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: null },
    ],
    { initialEntries: [at || path] },
  );
  const user = userEvent.setup({ delay: null });
  const { unmount } = await act(async () =>
    render(
      <MantineProvider theme={theme} env="test" defaultColorScheme="auto">
        <RouterProvider router={router} />
        <NoticeStack closeLabel="Close" />
        <ProblemModal title="Problem" closeLabel="Close" />
      </MantineProvider>,
    ),
  );
  return { unmount, user, place: () => router.state.location.pathname, screen };
}
