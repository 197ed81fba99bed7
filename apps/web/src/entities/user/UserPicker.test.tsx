import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { act, cleanup, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { UserPicker } from './UserPicker.tsx';

const person = (userid: number, nickname: string) =>
  ({
    userid,
    nickname,
    email: `${nickname.toLowerCase()}@example.com`,
    pinyin: '',
    profession: '',
    bot: 0,
    userimg: '',
  }) as unknown as UserBasic;
const [bo, cy, dee] = [person(2, 'Bo'), person(3, 'Cy'), person(4, 'Dee')] as const;

beforeEach(() => {
  for (const user of [bo, cy, dee]) client.store.base.user.put(user);
});

async function picker(more: Partial<Parameters<typeof UserPicker>[0]> = {}) {
  const server = serve({ 'users/search': [bo, cy, dee] });
  const onDone = vi.fn();
  const { screen, user } = await open(<UserPicker title="Who" max={2} onClose={() => {}} onDone={onDone} {...more} />);
  await screen.findByRole('checkbox', { name: /Bo/ });
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
  const done = async () => {
    await user.click(screen.getByRole('button', { name: /^Select/ }));
    return onDone.mock.calls.at(-1)?.[0] as number[];
  };
  return { server, screen, user, box, done };
}

// covers A2-53, A2-56
test('people come from conversations, from everybody, or from projects', async () => {
  client.store.base.dialog.put({ id: 1, type: 'user', dialog_user: cy, last_at: '2026-01-02' } as unknown as Dialog);
  client.store.base.dialog.put({ id: 2, type: 'user', dialog_user: dee, last_at: '2026-01-03' } as unknown as Dialog);
  client.store.base.project.put({ id: 7, name: 'Harbour', project_user: [bo] } as unknown as Project);
  const { screen, user } = await picker();
  const names = () =>
    screen
      .getAllByRole<HTMLInputElement>('checkbox')
      .map((each) => /Bo|Cy|Dee/.exec(each.labels?.[0]?.textContent ?? '')?.[0]);
  const tabs = screen.getAllByRole('radio').slice(0, 3);
  expect(tabs.map((each) => each.parentElement?.textContent)).toEqual(['Recent', 'Contacts', 'Projects']);
  expect(screen.getByRole('dialog').style.getPropertyValue('--modal-size') || document.body.innerHTML).toContain(
    '40rem',
  );
  await user.click(screen.getByRole('radio', { name: 'Recent' }));
  expect(names()).toEqual(['Dee', 'Cy']);
  await user.click(screen.getByRole('radio', { name: 'Projects' }));
  expect(screen.getByRole('group', { name: 'Harbour' }).textContent).toContain('Bo');
  expect(screen.queryByRole('checkbox', { name: /Dee/ })).toBeNull();
});

test('bots are offered for groups only, built-in ones never', async () => {
  const bot = (userid: number, nickname: string, key: string) => ({
    ...person(userid, nickname),
    bot: 1,
    email: `${key}@bot.system`,
  });
  const bots = [bot(21, 'Model', 'ai-openai'), bot(22, 'Helper', 'user-normal-x'), bot(23, 'Alert', 'task-alert')];
  for (const each of bots) {
    client.store.base.user.put(each);
    client.store.base.dialog.put({ id: each.userid, type: 'user', dialog_user: each, last_at: '2026-01-02' } as never);
  }
  for (const withBots of [false, true]) {
    const { screen, server, user } = await picker({ withBots });
    server.answers['users/search'] = { data: [bo, ...bots], current_page: 1, last_page: 1 };
    expect(server.inputsOf('users/search')[0]?.['keys']).toEqual(withBots ? { bot: 2 } : {});
    await user.click(screen.getByRole('radio', { name: 'Recent' }));
    const names = () =>
      screen.queryAllByRole<HTMLInputElement>('checkbox').map((each) => each.labels?.[0]?.textContent);
    expect(names().filter((name) => /Alert/.test(name ?? ''))).toEqual([]);
    expect(names()).toHaveLength(withBots ? 2 : 0);
    await user.click(screen.getByRole('radio', { name: 'Contacts' }));
    if (withBots)
      await expect
        .poll(() => names().map((name) => /Model|Helper|Alert|Bo/.exec(name ?? '')?.[0]))
        .toEqual(['Bo', 'Model', 'Helper']);
    cleanup();
  }
});

// covers A4-34
test('fixed people stay, blocked people cannot be chosen, and a partly blocked group says so', async () => {
  client.store.base.project.put({ id: 7, name: 'Harbour', project_user: [bo, cy, dee] } as unknown as Project);
  const { screen, user, box, done } = await picker({ chosen: [2], fixed: [2], disabled: [3], max: 9 });
  expect(box('Cy').disabled).toBe(true);
  await user.click(box('Bo'));
  expect(screen.getByRole('alert').textContent).toBe('Can’t be removed.');
  await user.click(screen.getByRole('radio', { name: 'Projects' }));
  await user.click(screen.getByRole('button', { name: 'Everyone in Harbour' }));
  expect(screen.getByRole('alert').textContent).toBe('Some people can’t be selected.');
  expect(await done()).toEqual([2, 4]);
});

// covers A4-35
test('choosing more than the maximum is refused; with a maximum of 1 a new choice replaces the old', async () => {
  const two = await picker();
  for (const name of ['Bo', 'Cy', 'Dee']) await two.user.click(two.box(name));
  expect(two.screen.getByRole('alert').textContent).toBe('You can select up to 2 people.');
  expect(await two.done()).toEqual([2, 3]);
});

// covers A4-35
test('a new choice replaces the old where only one is allowed', async () => {
  const one = await picker({ max: 1 });
  await one.user.click(one.box('Bo'));
  await one.user.click(one.box('Dee'));
  expect(one.screen.queryByRole('alert')).toBeNull();
  expect(await one.done()).toEqual([4]);
});

// covers A8-05
test('a named action needs somebody chosen', async () => {
  const { screen, user, box } = await picker({ done: 'Create group' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create group' });
  expect(button.disabled).toBe(true);
  await user.click(box('Bo'));
  expect(button.disabled).toBe(false);
});

test('a failed search shows the reason and lists nobody', async () => {
  const { screen, server, user } = await picker();
  server.answers['users/search'] = refused('Too many questions.');
  await user.type(screen.getByRole('textbox'), 'x');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many questions.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

// covers A2-54, A3-21
test('contacts are listed flat or by department, as last chosen on this device', async () => {
  localStorage.removeItem('contactView');
  const inKitchen = { ...cy, department_name: 'Kitchen, Cellar (M)' };
  const { screen, user } = await picker();
  const server = serve({ 'users/search': [bo, inKitchen] });
  await user.click(screen.getByRole('radio', { name: 'Departments' }));
  await user.type(screen.getByRole('textbox'), 'y');
  await expect.poll(() => server.inputsOf('users/search').length).toBeGreaterThan(0);
  const groups = () => screen.getAllByRole('group').map((each) => each.getAttribute('aria-label'));
  await expect.poll(groups).toEqual(['Cellar', 'Kitchen', 'No department']);
  expect(localStorage.getItem('contactView')).toBe('department');
});

/** A server with this many people, in pages. */
const manyPeople =
  (total: number) =>
  ({ page, pagesize }: Record<string, unknown>) => {
    const [at, size] = [Number(page), Number(pagesize)];
    const data = Array.from({ length: Math.min(size, total - (at - 1) * size) }, (_, index) => {
      const userid = (at - 1) * size + index + 10;
      return { ...bo, userid, nickname: `Bo ${userid}` };
    });
    return { data, current_page: at, last_page: Math.ceil(total / size), to: at * size, total };
  };

// covers A5-05, A9-02
test('people load a hundred at a time while scrolling, with a question every five pages', async () => {
  const server = serve({ 'users/search': manyPeople(1150) });
  const picker = (
    <>
      <UserPicker title="Who" max={2} onClose={() => {}} onDone={() => {}} />
      <QuestionModal cancelLabel="Cancel" />
    </>
  );
  const { screen, user } = await open(picker);
  await screen.findByRole('checkbox', { name: /Bo 10\b/ });
  const pages = () => server.inputsOf('users/search').map(({ page, pagesize }) => [page, pagesize]);
  expect(pages()).toEqual([[1, 100]]);
  const scroll = () =>
    act(async () => void fireEvent.scroll(document.querySelector('.mantine-ScrollArea-viewport') as Element));
  for (let page = 2; page <= 5; page++) {
    await scroll();
    await screen.findByText(`Bo ${page * 100 + 9}`);
    expect(pages().at(-1)).toEqual([page, 100]);
  }
  await scroll();
  expect(await screen.findByText('500 people are shown. Load more?')).toBeTruthy();
  expect(pages()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('Bo 609');
  expect(pages()).toHaveLength(6);
});

// covers A2-55, A9-07
test('below 576 px of window width it is full-screen', async () => {
  const { screen } = await picker();
  const isFull = () => screen.getByRole('dialog').closest('[data-full-screen]') !== null;
  expect(isFull()).toBe(false);
  await act(async () => setMedia({ width: 576 }));
  expect(isFull()).toBe(false);
  await act(async () => setMedia({ width: 575 }));
  expect(isFull()).toBe(true);
});
