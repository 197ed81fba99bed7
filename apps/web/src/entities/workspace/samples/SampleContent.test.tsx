import type { Samples } from '@atrium/contract/workspace/samples.ts';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { SampleContent } from './SampleContent.tsx';

const samples = (fields: Partial<Samples>): Samples => ({
  state: 'none',
  is_failed: false,
  done: 0,
  total: 7,
  people: 0,
  own: { tasks: 0, messages: 0, files: 0 },
  ...fields,
});

test('sample content is added with its progress, and removed after one question', async () => {
  const server = serve({
    'system/samples': samples({}),
    'system/samples/add': samples({ state: 'adding', done: 2 }),
    'system/samples/remove': samples({ state: 'removing', people: 12 }),
  });
  const { screen, user } = await open(
    <>
      <SampleContent />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Add sample content' }));
  expect(await screen.findByText('Adding sample content: step 2 of 7 done')).toBeTruthy();

  const own = { tasks: 1, messages: 2, files: 0 };
  server.answers['system/samples'] = samples({ state: 'there', done: 7, people: 12, own });
  await expect.poll(() => screen.queryByText(/step 2 of 7/), { timeout: 4000 }).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove sample content' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('sample people (12)');
  expect(question.textContent).toContain('tasks: 1, messages: 2, files: 0');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.inputsOf('system/samples/remove')).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Remove sample content' }));
  await screen.findByRole('dialog');
  await user.click(screen.getAllByRole('button', { name: 'Remove sample content' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Removing sample content…')).toBeTruthy();
});

test('an interrupted addition can be continued or removed; a quiet place shows nothing without samples', async () => {
  const server = serve({ 'system/samples': samples({ state: 'adding', is_failed: true, done: 3 }) });
  const { screen, unmount } = await open(<SampleContent />);
  expect((await screen.findByRole('alert')).textContent).toContain('stopped with an error');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove sample content' })).toBeTruthy();
  unmount();
  server.answers['system/samples'] = samples({});
  const quiet = await open(<SampleContent isQuiet />);
  await expect.poll(() => server.inputsOf('system/samples').length).toBeGreaterThan(1);
  expect(quiet.screen.queryByRole('region')).toBeNull();
});
