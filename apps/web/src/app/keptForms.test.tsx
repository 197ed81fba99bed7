import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { VoteModal } from '#entities/message/VoteModal.tsx';
import { NewProjectModal } from '#features/projects/NewProjectModal.tsx';
import { PersonalSettings } from '#features/settings/PersonalSettings.tsx';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';

afterEach(async () => {
  await client.drafts.clear();
  client.store.clear();
  vi.restoreAllMocks();
});
const nothing = () => {};
/** What the tags of a profile are asked for with. */
const EXTRA = { userid: 1, birthday: '', address: '', introduction: '', personal_tags: [], personal_tags_total: 0 };
const FORMS: [name: string, form: ReactElement, field: string, button: string, path: string, answer: unknown][] = [
  [
    'a new project',
    <NewProjectModal key="p" onClose={nothing} onDone={nothing} />,
    'Description',
    'Create',
    'project/add',
    { id: 4 },
  ],
  [
    'a profile',
    <PersonalSettings key="s" />,
    'About me',
    'Save',
    'users/editdata',
    { userid: 1, nickname: 'Ada', userimg: '', identity: [] },
  ],
];

test.each(FORMS)(
  '%s that was begun is there again, stays where it is refused, and is gone once it went out',
  async (...row) => {
    const [, form, field, button, path, answer] = row;
    const server = serve({ 'users/extra': EXTRA, [path]: refused('Not now.') });
    const first = await open(form);
    if (path === 'project/add') await first.user.type(first.screen.getAllByRole('textbox')[0] as HTMLElement, 'Boat');
    await first.user.type(await first.screen.findByLabelText(field), 'a long story');
    first.unmount();

    const again = await open(form);
    const input = await again.screen.findByLabelText<HTMLTextAreaElement>(field);
    expect(input.value).toBe('a long story');
    await again.user.click(again.screen.getByRole('button', { name: button }));
    await expect.poll(() => server.inputsOf(path)).toHaveLength(1);
    again.unmount();

    server.answers[path] = answer;
    const third = await open(form);
    expect((await third.screen.findByLabelText<HTMLTextAreaElement>(field)).value).toBe('a long story');
    await third.user.click(third.screen.getByRole('button', { name: button }));
    await expect.poll(() => server.inputsOf(path)).toHaveLength(2);
    await expect.poll(() => client.drafts.ids().filter((id) => id.startsWith('form:'))).toEqual([]);
    expect(client.drafts.content(path === 'project/add' ? 'form:project_new' : 'form:profile')).toBe('');
  },
);

test('a vote that was begun is there with its options, and gone once it was', async () => {
  serve({});
  const form = <VoteModal dialogId={7} onClose={nothing} />;
  const first = await open(form);
  const fields = first.screen.getAllByRole('textbox');
  for (const [index, words] of ['Where to?', 'North', 'South'].entries())
    await first.user.type(fields[index] as HTMLElement, words);
  first.unmount();
  const again = await open(form);
  const values = () => again.screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value);
  expect(values()).toEqual(['Where to?', 'North', 'South']);
  await again.user.click(again.screen.getAllByRole('button').at(-1) as HTMLElement);
  again.unmount();
  const third = await open(form);
  expect(third.screen.getAllByRole<HTMLInputElement>('textbox').map((field) => field.value)).toEqual(['', '', '']);
});
