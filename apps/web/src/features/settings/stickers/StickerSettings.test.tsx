import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { StickerSettings } from './StickerSettings.tsx';

const sticker = (id: number, name: string) => ({
  id,
  name,
  src: `https://x.example/sticker/${id}`,
  width: 9,
  height: 9,
});
const CATS = { id: 1, name: 'Cats', list: [sticker(11, 'Meow'), sticker(12, 'Purr'), sticker(13, 'Hiss')] };
const DOGS = { id: 2, name: 'Dogs', list: [] };

async function page(answers: Record<string, unknown> = {}) {
  const server = serve({ 'dialog/sticker/sets': { list: [CATS, DOGS] }, ...answers });
  const stage = await open(
    <>
      <StickerSettings />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await stage.screen.findByRole('region', { name: 'Cats' });
  const choose = async (what: string, item: string) => {
    await stage.user.click(stage.screen.getByRole('button', { name: `More: ${what}` }));
    await stage.user.click(await stage.screen.findByRole('menuitem', { name: item }));
  };
  return { ...stage, server, choose, saved: () => server.inputsOf('dialog/sticker/set/save') };
}

test('sticker sets are created, renamed, sorted, and deleted after confirmation', async () => {
  const { screen, user, server, choose, saved } = await page();
  await user.type(screen.getByRole('textbox', { name: 'New set' }), ' Birds ');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(saved()).toEqual([{ name: 'Birds' }]);
  const name = within(screen.getByRole('region', { name: 'Dogs' })).getByRole('textbox', { name: 'Set name' });
  await user.clear(name);
  await user.type(name, 'Wolves{Enter}');
  expect(saved().at(-1)).toEqual({ id: 2, name: 'Wolves', list: [] });
  await choose('Cats', 'Move down');
  expect(server.inputsOf('dialog/sticker/set/sort')).toEqual([{ ids: [2, 1] }]);
  await choose('Cats', 'Delete set');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('dialog/sticker/set/delete')).toEqual([]);
  await choose('Cats', 'Delete set');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(server.inputsOf('dialog/sticker/set/delete')).toEqual([{ id: 1 }]);
});

test('stickers are renamed, moved and deleted; a refusal is shown', async () => {
  const { screen, user, server, choose, saved } = await page({ 'dialog/sticker/delete': refused('Gone already.') });
  const ids = () => ((saved().at(-1)?.['list'] ?? []) as { id: number }[]).map(({ id }) => id);
  await choose('Hiss', 'Move to the front');
  expect(ids()).toEqual([13, 11, 12]);
  await choose('Meow', 'Move back');
  expect(ids()).toEqual([12, 11, 13]);
  const [name] = screen.getAllByRole('textbox', { name: 'Sticker name' });
  if (!name) throw new Error('no sticker');
  await user.clear(name);
  await user.type(name, 'Miau{Enter}');
  expect(saved().at(-1)).toMatchObject({
    id: 1,
    name: 'Cats',
    list: [{ id: 11, name: 'Miau' }, { id: 12 }, { id: 13 }],
  });
  await choose('Purr', 'Delete');
  expect(server.inputsOf('dialog/sticker/delete')).toEqual([{ id: 12 }]);
  await screen.findByText('Gone already.');
});
