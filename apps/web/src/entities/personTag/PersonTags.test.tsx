import type { PersonTag, PersonTags as Tags } from '@atrium/contract/people/personTags.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { PersonTags } from './PersonTags.tsx';
import { usePersonExtra } from './usePersonExtra.ts';

const BO = 2;

const tag = (id: number, name: string, more: Partial<PersonTag> = {}): PersonTag => ({
  id,
  name,
  user_id: BO,
  created_by: 3,
  created_by_name: 'Cy',
  recognition_total: 0,
  recognized: false,
  can_edit: false,
  can_delete: false,
  ...more,
});
const listed = (...list: PersonTag[]): Tags => ({ list, top: list.slice(0, 10), total: list.length });
const extraOf = ({ top, total }: Tags) => ({
  userid: BO,
  birthday: null,
  address: '',
  introduction: '',
  personal_tags: top,
  personal_tags_total: total,
});

function Card() {
  return <PersonTags extra={usePersonExtra(BO)} isOwn={false} />;
}

async function card(tags: Tags, answers: Record<string, unknown> = {}) {
  const server = serve({ 'users/extra': extraOf(tags), 'users/tags/lists': tags, ...answers });
  const stage = await open(
    <>
      <Card />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  const chip = (name: RegExp) => stage.screen.getByRole('button', { name });
  const names = () => stage.screen.getAllByRole('button', { name: /recognized by/ }).map((each) => each.textContent);
  return { ...stage, server, chip, names };
}
/** An answer that arrives when the test releases it. */
function later() {
  let answer: (value: unknown) => void = () => undefined;
  const coming = new Promise((resolve) => {
    answer = resolve;
  });
  return { coming: () => coming, come: (value: unknown) => act(async () => answer(value)) };
}

test('voting for a tag shows before the server answers, without reordering', async () => {
  const answer = later();
  const { user, chip, names, server } = await card(listed(tag(1, 'Knots', { recognition_total: 1 }), tag(2, 'Lathe')), {
    'users/tags/recognize': answer.coming,
  });
  expect(chip(/^Lathe, recognized by 0 people/).getAttribute('aria-pressed')).toBe('false');
  await user.click(chip(/^Lathe/));
  expect(chip(/^Lathe, recognized by 1 person$/).getAttribute('aria-pressed')).toBe('true');
  expect(server.inputsOf('users/tags/recognize')).toEqual([{ tag_id: 2 }]);

  // Another person voted too; the tag would be first now, but stays under the finger.
  const now = tag(2, 'Lathe', { recognition_total: 2, recognized: true });
  await answer.come(listed(now, tag(1, 'Knots', { recognition_total: 1 })));
  expect(names()).toEqual(['Knots1', 'Lathe2']);
});

test('a vote the server refuses is rolled back with the reason', async () => {
  const tags = listed(tag(1, 'Knots', { recognition_total: 4, recognized: true }));
  const { user, chip, screen } = await card(tags, {
    'users/tags/recognize': refused('This tag no longer exists.'),
  });
  await user.click(chip(/^Knots/));
  expect(await screen.findByText('This tag no longer exists.')).toBeTruthy();
  expect(chip(/^Knots, recognized by 4 people/).getAttribute('aria-pressed')).toBe('true');
});

test('two clicks send two calls in order and end in the initial state', async () => {
  const [first, second] = [later(), later()];
  const answers = [first, second];
  const { user, chip, server } = await card(listed(tag(1, 'Knots')), {
    'users/tags/recognize': () => answers.shift()?.coming(),
  });
  await user.click(chip(/^Knots/));
  await user.click(chip(/^Knots/));
  expect(chip(/^Knots, recognized by 0 people/)).toBeTruthy();
  expect(server.inputsOf('users/tags/recognize')).toHaveLength(1);
  await first.come(listed(tag(1, 'Knots', { recognition_total: 1, recognized: true })));
  expect(server.inputsOf('users/tags/recognize')).toHaveLength(2);
  expect(chip(/^Knots, recognized by 0 people/)).toBeTruthy();
  await second.come(listed(tag(1, 'Knots')));
  expect(chip(/^Knots, recognized by 0 people/).getAttribute('aria-pressed')).toBe('false');
});

test('a tag is added by name; after a refusal the text stays with the reason', async () => {
  const { user, screen, names, server } = await card(listed(), {
    'users/tags/add': refused('This person already has the tag “Knots”.'),
  });
  expect(screen.getByText('No tags yet. What is this person good at?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New tag' });
  expect(document.activeElement).toBe(field);
  await user.type(field, ' Knots {Enter}');
  expect((await screen.findByText('This person already has the tag “Knots”.')).closest('[role=alert]')).toBeTruthy();
  expect(field.value.trim()).toBe('Knots');
  server.answers['users/tags/add'] = listed(tag(1, 'Knots'));
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  expect(names()).toEqual(['Knots']);
  expect(server.inputsOf('users/tags/add').at(-1)).toEqual({ userid: BO, name: 'Knots' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New tag' }).value).toBe('');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'New tag' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add tag' }));
});

test('the full list lets people with the right rename and delete tags', async () => {
  const many = Array.from({ length: 11 }, (_, index) => tag(index + 1, `Tag ${index + 1}`));
  many[10] = tag(11, 'Mine', { can_edit: true, can_delete: true });
  const { user, screen, names, server } = await card(listed(...many));
  expect(names()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'All tags (11)' }));
  await waitFor(() => expect(names()).toHaveLength(11));
  expect(screen.getAllByRole('button', { name: /^Actions for the tag/ })).toHaveLength(1);
  expect(screen.getAllByText('Added by Cy')).toHaveLength(11);

  const choose = async (name: string, what: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for the tag “${name}”` }));
    await user.click(await screen.findByRole('menuitem', { name: what }));
  };
  server.answers['users/tags/update'] = listed(...many.slice(0, 10), { ...many[10], name: 'Ours' } as PersonTag);
  await choose('Mine', 'Rename');
  const field = screen.getByRole('textbox', { name: 'Actions for the tag “Mine”' });
  await user.clear(field);
  await user.type(field, 'Ours{Enter}');
  expect(server.inputsOf('users/tags/update')).toEqual([{ tag_id: 11, name: 'Ours' }]);

  server.answers['users/tags/delete'] = listed(...many.slice(0, 10));
  await choose('Ours', 'Delete tag');
  const question = await screen.findByRole('dialog', { name: 'Delete tag' });
  expect(question.textContent).toContain('“Ours”');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(server.inputsOf('users/tags/delete')).toEqual([]);
  await choose('Ours', 'Delete tag');
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete tag' })).getByRole('button', { name: 'Delete tag' }),
  );
  expect(server.inputsOf('users/tags/delete')).toEqual([{ tag_id: 11 }]);
  expect(names()).not.toContain('Ours');
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(screen.queryByText('Added by Cy')).toBeNull();
});

test('a failed load can be retried, and an open card follows changes by others', async () => {
  const { user, screen, names, server } = await card(listed(), { 'users/extra': refused('The server is busy.') });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load.');
  server.answers['users/extra'] = extraOf(listed(tag(1, 'Knots')));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(names()).toEqual(['Knots']);
  server.answers['users/extra'] = extraOf(listed(tag(1, 'Knots'), tag(2, 'Lathe')));
  await act(async () => {
    for (const listener of listeners) listener('tags', BO + 1);
  });
  expect(names()).toEqual(['Knots']);
  await act(async () => {
    for (const listener of listeners) listener('tags', BO);
  });
  expect(names()).toEqual(['Knots', 'Lathe']);
});

const listeners: Parameters<typeof client.onTopic>[0][] = [];
const { onTopic } = client;
client.onTopic = (listener) => {
  listeners.push(listener);
  return onTopic.call(client, listener);
};
