import type { ClientState } from '@atrium/client/client.ts';
import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { LoadingBar } from './LoadingBar.tsx';

const STATES: readonly ClientState[] = ['loading', 'ready', 'offline'];
function Frame() {
  const [state, setState] = useState<ClientState>('loading');
  return (
    <>
      <div data-testid="frame">
        <LoadingBar state={state} />
      </div>
      {STATES.map((each) => (
        <button key={each} type="button" onClick={() => setState(each)}>
          {each}
        </button>
      ))}
    </>
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

// covers C9-09
test('loading shows a green bar, and briefly a red one after a failure', async () => {
  serve({});
  const { screen } = await open(<Frame />);
  const become = (state: ClientState) => fireEvent.click(screen.getByRole('button', { name: state }));
  const bar = () => screen.getByTestId('frame').firstElementChild as HTMLElement | null;
  expect(bar()).toBeNull();
  await pass(250);
  expect(bar()?.style.background).toBe('var(--green)');
  expect(bar()?.getAttribute('role')).toBe('status');
  become('offline');
  expect(bar()?.style.background).toBe('var(--red)');
  await pass(3000);
  expect(bar()).toBeNull();
  // Fast loading shows nothing.
  become('loading');
  await pass(100);
  become('ready');
  await pass(3000);
  expect(bar()).toBeNull();
});
