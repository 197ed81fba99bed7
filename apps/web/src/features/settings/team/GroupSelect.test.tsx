import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { GroupSelect } from './GroupSelect.tsx';

test('a group is found by name, also without membership, and stays named once chosen', async () => {
  const server = serve({ 'dialog/group/searchuser': { list: [{ id: 7, name: 'Bakers', people: 3, owner_id: 2 }] } });
  const onChange = vi.fn<(id: number) => void>();
  const { screen, user } = await open(<GroupSelect value={0} onChange={onChange} />);
  const field = await screen.findByRole('combobox', { name: 'Existing group' });
  await expect.poll(() => server.inputsOf('dialog/group/searchuser')).toEqual([{ key: '' }]);
  await user.click(field);
  await user.type(field, 'bak');
  await expect.poll(() => server.inputsOf('dialog/group/searchuser').at(-1)).toEqual({ key: 'bak' });
  await user.click(await screen.findByRole('option', { name: 'Bakers (3)' }));
  expect(onChange).toHaveBeenCalledWith(7);
});
