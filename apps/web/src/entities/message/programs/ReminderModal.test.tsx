import { expect, test, vi } from 'vitest';
import { toWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { ReminderModal } from './ReminderModal.tsx';

const wire = (day: number, ...time: number[]) => toWire(new Date(2030, 2, day, ...(time as [number])));

test('a day at the end of a reminder’s text is its time, unless another one is chosen', async () => {
  vi.useFakeTimers({ now: new Date(2030, 2, 5, 8), toFake: ['Date'] });
  const server = serve({ 'users/reminder/list': { list: [] } });
  const added = () => server.inputsOf('users/reminder/add');
  const { screen, user } = await open(<ReminderModal text="Call Bo tomorrow" onClose={vi.fn()} />);
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'When' });
  expect(choice.value).toBe('custom');
  await user.click(screen.getByRole('button', { name: 'Add reminder' }));
  await expect.poll(added).toEqual([{ text: 'Call Bo', at: wire(6, 9) }]);
  await user.selectOptions(choice, 'hour');
  // "In an hour" begins at the click.
  vi.setSystemTime(new Date(2030, 2, 5, 8, 4, 40));
  await user.click(screen.getByRole('button', { name: 'Add reminder' }));
  await expect.poll(() => added()[1]).toEqual({ text: 'Call Bo tomorrow', at: wire(5, 9, 4, 40) });
});

test('a clock time at the end counts too: on the named day, or the next time it comes', async () => {
  vi.useFakeTimers({ now: new Date(2030, 2, 5, 8), toFake: ['Date'] });
  const server = serve({ 'users/reminder/list': { list: [] } });
  const { screen, user } = await open(<ReminderModal text="" onClose={vi.fn()} />);
  const add = async (text: string) => {
    const field = screen.getByRole('textbox');
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Add reminder' }));
  };
  await add('Call Bo tomorrow at 15:30');
  await add('Call Bo 9:30');
  await add('Call Bo at 7 am');
  await expect
    .poll(() => server.inputsOf('users/reminder/add'))
    .toEqual([
      { text: 'Call Bo', at: wire(6, 15, 30) },
      { text: 'Call Bo', at: wire(5, 9, 30) },
      { text: 'Call Bo', at: wire(6, 7) },
    ]);
});
