import { unfiltered } from '@atrium/client/projects/taskFilter.ts';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open } from '#testing/stage.tsx';
import { useProjectChat, useProjectView } from './useProjectView.ts';

function Look({ projectId, columns }: { projectId: number; columns: number }) {
  const { view, change } = useProjectView(projectId, columns);
  const [isChatOpen, setChatOpen] = useProjectChat(projectId);
  return (
    <>
      <p data-testid="look">{`${view.kind}; closed ${view.closed.join()}; completed ${view.filter.withCompleted}; words ${view.filter.text}; without ${view.hidden.join()} ${view.unsaid.join()}; chat ${isChatOpen}`}</p>
      <button type="button" onClick={() => change({ kind: 'timeline' })}>
        kind
      </button>
      <button type="button" onClick={() => change({ closed: ['mine', 'assist', 'open'] })}>
        closed
      </button>
      <button type="button" onClick={() => change({ filter: { ...unfiltered, withCompleted: false, text: 'paint' } })}>
        completed
      </button>
      <button type="button" onClick={() => change({ hidden: [3], unsaid: ['due'] })}>
        hidden
      </button>
      <button type="button" onClick={() => setChatOpen(true)}>
        chat
      </button>
    </>
  );
}

async function look(projectId: number, columns = 3) {
  cleanup();
  const { screen, user } = await open(<Look projectId={projectId} columns={columns} />);
  return {
    shown: () => screen.getByTestId('look').textContent,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  };
}
const AS_MADE = 'board; closed completed; completed true; words ; without  ; chat false';

// covers A3-16
test('the view settings of a project are stored per project', async () => {
  const first = await look(7);
  expect(first.shown()).toBe(AS_MADE);
  for (const name of ['kind', 'closed', 'completed', 'hidden', 'chat']) await first.press(name);
  const left = 'timeline; closed mine,assist,open; completed false; words paint; without 3 due; chat true';
  expect(first.shown()).toBe(left);
  expect((await look(7)).shown()).toBe(left);
  expect((await look(8)).shown()).toBe(AS_MADE);
});

// covers A3-16, C4-30
test('a single column opens as a table until a view is chosen', async () => {
  const first = await look(7, 1);
  expect(first.shown()).toContain('table;');
  await first.press('kind');
  expect((await look(7, 1)).shown()).toContain('timeline;');
});
