import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { ReminderModal } from './ReminderModal.tsx';

test('a day at the end of a reminder’s text is its time, unless another one is chosen', async () => {
  vi.useFakeTimers({ now: new Date(2030, 2, 5, 8), toFake: ['Date'] });
  const server = serve({ 'users/reminder/list': { list: [] } });
  const added = () => server.inputsOf('users/reminder/add');
  const { screen, user } = await open(<ReminderModal text="Call Bo tomorrow" onClose={vi.fn()} />);
  const choice = screen.getByRole<HTMLSelectElement>('combobox');
  expect(choice.value).toBe('custom');
  await user.click(screen.getByRole('button', { name: 'Add reminder' }));
  await expect.poll(added).toEqual([{ text: 'Call Bo', minutes: 25 * 60 }]);
  await user.selectOptions(choice, 'hour');
  await user.click(screen.getByRole('button', { name: 'Add reminder' }));
  await expect.poll(() => added()[1]).toEqual({ text: 'Call Bo tomorrow', minutes: 60 });
});
