import { act, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { Gallery } from './Gallery.tsx';

beforeEach(() => {
  document.title = '(3) Atrium';
});
afterEach(() => {
  document.title = 'Atrium';
});

async function gallery() {
  serve({ 'file/key': { key: 'k', expired_at: '2030-01-01 00:00:00' } });
  const stage = await open(<Gallery />);
  const card = (name: string) => within(stage.screen.getByRole('region', { name }));
  return { ...stage, card };
}

/** jsdom does not compute colors; the browser journeys check them. */
async function faults() {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

// covers A2-61, C2-09
test('every shared widget is shown and passes axe', async () => {
  const { screen } = await gallery();
  const names = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual([
    'usePageTitle',
    'Spinner',
    'LoadingPlaceholder',
    'OverflowText',
    'TagInput',
    'RowMenu',
    'InlineEdit',
    'DateTimeField, DayField, DayRangeField',
    'UserAvatar',
    'FileViewer',
    'ScrollArea',
    'ProgressRing',
    'BubbleBody',
    'EmptyState',
    'PickList',
    'notify, askFirst, showProblem',
  ]);
  expect(await faults()).toEqual([]);
});

// covers A2-61, C2-09
test('the title shows unread count, screen and workspace while the screen is open', async () => {
  const { card, user, unmount } = await gallery();
  await user.click(card('usePageTitle').getByRole('button'));
  expect(document.title).toBe('(3) Dashboard · Atrium');
  unmount();
  expect(document.title).toBe('(3) Atrium');
});

// covers A2-61, C2-09
test('truncated text has a tooltip with the whole text, other text has none', async () => {
  const { card, user, screen } = await gallery();
  const text = card('OverflowText').getByText(/^Rindfleisch/);
  await user.hover(text);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.unhover(text);
  vi.spyOn(text, 'scrollWidth', 'get').mockReturnValue(500);
  await user.hover(text);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^Rindfleisch/);
});

// covers A2-61, C2-09, C5-03
test('tags are trimmed and never duplicate or empty, and the limit notice lasts 2 s', async () => {
  const { card, user } = await gallery();
  const field = card('TagInput').getByRole('combobox', { name: 'Tags' });
  const tags = () =>
    card('TagInput')
      .queryAllByText(/^(one|two|three|four)$/)
      .map((each) => each.textContent);
  await user.type(field, '  ,two, one ,');
  expect(tags()).toEqual(['one', 'two']);
  await user.type(field, ' three {Enter}');
  expect(tags()).toEqual(['one', 'two', 'three']);
  expect(card('TagInput').queryByRole('alert')).toBeNull();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.type(field, 'four,');
  expect(card('TagInput').getByRole('alert').textContent).toBe('You can add up to 3.');
  expect(tags()).toEqual(['one', 'two', 'three']);
  await act(() => vi.advanceTimersByTimeAsync(1_800));
  expect(card('TagInput').queryByRole('alert')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(card('TagInput').queryByRole('alert')).toBeNull();
});

// covers A2-61, C2-09
test('a row’s menu works with the keyboard alone', async () => {
  const { card, user, screen } = await gallery();
  act(() => card('RowMenu').getByRole('button', { name: 'More' }).focus());
  await user.keyboard('{Enter}');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((each) => each.textContent)).toEqual(['Rename', 'Delete']);
  await waitFor(() => expect(document.activeElement).toBe(items[0]));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findAllByText('Delete', { selector: '[role=status] *' })).not.toEqual([]);
});

// covers A2-61, C2-09
test('text is edited in place: Enter saves, Escape and empty text do not', async () => {
  const { card, user } = await gallery();
  const field = card('InlineEdit').getByRole<HTMLInputElement>('textbox');
  await user.type(field, ' now{Enter}');
  expect(field.value).toBe('Ship it now');
  await user.type(field, ' and then{Escape}');
  expect(field.value).toBe('Ship it now');
  await user.clear(field);
  await user.tab();
  expect(field.value).toBe('Ship it now');
});

// covers A2-61, C2-09
test('a calendar is named after its field and all its parts have names; Escape returns the focus', async () => {
  const { card, user, screen } = await gallery();
  const fields = card('DateTimeField, DayField, DayRangeField');
  for (const [name, said] of [
    ['Start', 'Start 23/11/2026 09:30'],
    ['Date range', 'Date range'],
  ] as const) {
    const field = fields.getByRole('button', { name: said });
    act(() => field.focus());
    await user.keyboard('{Enter}');
    const calendar = await screen.findByRole('dialog', { name });
    expect(within(calendar).getByRole('button', { name: 'Next month' })).toBeTruthy();
    expect(await faults()).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(field);
  }
});

// covers A2-61, C2-09
test('avatars, images, rings, bars, spinners and messages have accessible names', async () => {
  const { card, user, screen } = await gallery();
  const avatars = screen.getByRole('region', { name: 'UserAvatar' }).querySelectorAll('[data-initials="AL"]');
  expect(avatars).toHaveLength(4);
  expect(card('Spinner').getByRole('status').getAttribute('aria-label')).toBe('Loading');
  expect(card('ProgressRing').getByRole('img', { name: /64/ }).textContent).toBe('64');
  expect(card('ScrollArea').getByRole('group').className).toContain('ScrollArea-viewport');
  expect(await card('BubbleBody').findByText('From a bot')).toBeTruthy();
  expect(await card('BubbleBody').findByText('A title')).toBeTruthy();
  await user.click(card('FileViewer').getByRole('button'));
  const viewer = await screen.findByRole('dialog');
  expect(within(viewer).getByText('icon.png')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
