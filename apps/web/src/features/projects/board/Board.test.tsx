import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { act, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { recordSizes } from '#ui/layout/storedSizes.ts';
import { Board } from './Board.tsx';

const project = { id: 7, name: 'Harbour', owner: 1, project_user: [] } as unknown as Project;

beforeEach(() => {
  // Nothing has a size here, and edge scrolling warns about that.
  vi.spyOn(console, 'warn').mockReturnValue();
  serve({});
  client.store.replace('project', [project]);
  client.store.replace(
    'column',
    [1, 2, 3, 4, 5].map((id) => ({ id, project_id: 7, name: `Column ${id}`, color: '', sort: id }) as Column),
  );
});

/** Waits until what follows the first paint is there as well. */
const painted = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

test('columns outside the window are drawn after the visible ones', async () => {
  recordSizes(['columns'], { size: 300, room: 850 });
  const drawn: number[] = [];
  const counting = new MutationObserver(() => void drawn.push(document.querySelectorAll('[data-column]').length));
  counting.observe(document.body, { childList: true, subtree: true });
  const { screen } = await open(
    <Board project={project} hidden={[]} isComing={false} isShown={() => true} onTask={vi.fn()} />,
  );
  await painted();
  counting.disconnect();
  expect(drawn.find((count) => count > 0)).toBe(3);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3, 4, 5].map((id) => `Column ${id}`),
  );
});

test('Enter that confirms a word of an input method adds no column', async () => {
  const mutate = vi.spyOn(client, 'mutate').mockReturnValue({} as never);
  const { screen, user } = await open(
    <Board project={project} hidden={[]} isComing={false} isShown={() => true} onTask={vi.fn()} />,
  );
  await painted();
  const field = screen.getByRole('textbox', { name: 'Add column' });
  await user.type(field, 'かんばん');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  // In Safari the composition has ended by then.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(mutate).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(mutate).toHaveBeenCalledOnce();
});
