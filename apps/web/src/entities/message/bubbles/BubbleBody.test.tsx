import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { messageThumb } from '@atrium/contract/files/pictures.ts';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { BubbleBody } from './BubbleBody.tsx';
import type { BubbleActions } from './bubbleActions.ts';
// Parts that a page loads later, loaded here in advance.
import './CardBody.tsx';
import './MeetingBody.tsx';
import '#entities/message/text/MessageText.tsx';

const actions = new Proxy({} as BubbleActions, { get: () => () => {} });
async function bubble(type: string, msg: object) {
  cleanup();
  const message = { id: 9, dialog_id: 3, userid: 2, type, mtype: type, msg, created_at: '2026-01-01 09:00:00' };
  const shown = await open(
    <div data-testid="body">
      <BubbleBody message={message as unknown as ClientMessage} actions={actions} />
    </div>,
  );
  await shown.screen.findByTestId('body');
  return {
    ...shown,
    // Across elements: bold text is in an element of its own.
    text: async (words: string) => {
      const body = shown.screen.getByTestId('body');
      await waitFor(() => expect(body.textContent?.toLowerCase()).toContain(words.toLowerCase()));
      return body.textContent;
    },
    body: () => shown.screen.getByTestId('body'),
  };
}
const template = (msg: object) => bubble('template', msg);

// covers B1-02
test('every kind of message is rendered by its content', async () => {
  serve({});
  client.store.base.dialog.put({ id: 3, type: 'group' } as ClientDialog);
  client.store.base.user.put({ userid: 2, nickname: 'Bo' } as never);
  const vote = { uuid: 'u', text: 'Where?', list: [{ id: 1, text: 'Here' }], votes: [], state: 1, userid: ME };
  const kinds: [type: string, msg: object, words: string][] = [
    ['text', { text: '<p>plain words</p>' }, 'plain words'],
    ['text', { text: '# A **title**', type: 'md' }, 'A title'],
    ['longtext', { type: 'htm', text: '<p>the beginning</p>', desc: 'x' }, 'the beginning'],
    ['file', { type: 'file', name: 'plan.pdf', size: 2048, ext: 'pdf', path: 'p', thumb: '' }, 'plan'],
    ['record', { path: 'a.mp3', duration: 65_000, text: '' }, '1:05'],
    [
      'location',
      { type: 'wgs84', lat: 1, lng: 2, title: 'The pier', address: '', thumb: '', width: 600, height: 300 },
      'The pier',
    ],
    ['word-chain', { uuid: 'u', text: 'Who comes?', list: [], userid: ME, createid: ME }, 'Who comes?'],
    ['vote', { ...vote, multiple: 0, anonymous: 0 }, 'Where?'],
    ['template', { type: 'content', title: '', content: 'From a bot' }, 'From a bot'],
    ['hologram', {}, 'unknown message'],
  ];
  for (const [type, msg, words] of kinds) {
    const shown = await bubble(type, msg);
    expect((await shown.text(words))?.toLowerCase(), type).toContain(words.toLowerCase());
  }
  const held = { name: 'Harbour talk', userid: 2, meetingid: '123456789' };
  const meeting = await bubble('meeting', { ...held, end_at: null });
  expect(await meeting.text('Harbour talk')).toBe('Harbour talkStarted by BoMeeting ID 123-456-789Join');
  await meeting.user.click(meeting.screen.getByRole('button', { name: 'Join' }));
  expect(useMeeting.getState().wish).toEqual({ kind: 'join', meetingid: '123456789' });
  const ended = await bubble('meeting', { ...held, end_at: '2026-01-01 10:00:00' });
  expect(await ended.text('Meeting ended')).toContain('Meeting ended');
  expect(ended.screen.queryByRole('button')).toBeNull();
}, 20_000);

// covers B1-03, B3-09, B3-11, B3-12, B4-12, B4-13, B9-05
test('a template is a bot’s reply, an approval notice, a list of tasks, a file, or text', async () => {
  serve({ 'file/key': { key: 'k', expired_at: Date.now() / 1000 + 3600 } });
  const content = await template({ type: 'content', title: 'x', title_raw: 'Backup', content: [{ content: 'Done' }] });
  expect(await content.text('Backup')).toBe('BackupDone');

  const tasks = await template({ type: 'task_list', title: 'New task', list: [{ id: 7, name: 'Ship <b>' }] });
  expect(await tasks.text('New task')).toBe('New taskShip <b>');
  expect(tasks.screen.getByRole('link', { name: 'Ship <b>' }).getAttribute('href')).toBe('/single/task/7');

  const file = await template({ type: 'file_download', name: 'a.zip', size: 2048, url: 'https://x.example/a.zip' });
  expect(file.screen.getByRole('link').getAttribute('download')).toBe('a.zip');
  expect(await file.text('a.zip')).toContain('2');

  const bot = { userid: 30, nickname: 'Robin <i>', clear_day: 30, clear_at: '2026-02-01 00:00:00', token: 'tk' };
  const info = await template({ type: '/info', data: { ...bot, webhook_url: 'https://hook.example' } });
  expect(await info.text('About this bot')).toBe(
    'About this botNameRobin <i>ID30Retention (days)30Next cleanup2026-02-01 00:00:00Webhookhttps://hook.exampleTokentk',
  );
  const list = await template({ type: '/list', data: [bot, { userid: 31, nickname: 'Sam' }] });
  expect(await list.text('Your bots')).toContain('NameSamID31');
  const help = await template({ type: '/help', manager: true });
  expect(await help.text('Commands')).toContain('/newbotCreate bot');
  expect(help.body().textContent).not.toContain('/info');
  const api = await template({ type: '/api', version: '1.2.3', email: 'robin@bot.system' });
  expect(await api.text('API guide')).toContain('Version1.2.3Emailrobin@bot.system');
  const strange = await template({ type: '/dance', data: null });
  expect(await strange.text('/dance')).toBe('Unknown command /dance. Send /help to see all commands.');

  const data = {
    start_nickname: 'Ada',
    proc_def_name: 'Leave',
    department: 'Kitchen',
    type: 'Holiday',
    start_time: '2026-03-02 09:00',
    start_day_of_week: 'Mon',
    end_time: '2026-03-03 18:00',
    description: 'The sea',
    thumb: { url: 'https://elsewhere.example/spy.png', width: 1, height: 1 },
  };
  const asked = await template({ type: 'approve_reviewer', data });
  expect(await asked.text('requests your approval')).toBe(
    'Ada requests your approval: LeaveRequested byAdaDepartmentKitchenTypeHolidayFromMon 2026-03-02 09:00To2026-03-03 18:00ReasonThe sea',
  );
  expect(asked.body().querySelector('img')).toBeNull();
  const states = { pass: 'Approved', refuse: 'Rejected', withdraw: 'Withdrawn' };
  for (const [action, words] of Object.entries(states)) {
    const bubble = await template({ type: 'approve_submitter', action, is_finished: 1, data });
    expect(await bubble.text(words)).toContain(`Your request: Leave${words}`);
  }
  const over = await template({ type: 'approve_notifier', is_finished: 1, data });
  expect(await over.text('For your information')).toContain('Completed');
  const comment = { ...data, comment_nickname: 'Cy', comment_content: 'Enjoy <script>' };
  const bubble = await template({ type: 'approve_comment_notifier', data: comment });
  expect(await bubble.text('Cy commented on Leave')).toContain('Enjoy <script>');
  // Of this workspace: the step can be decided, until somebody has; the form names its fields itself.
  const own = { ...data, id: 5, task_id: 9, rows: [{ label: 'Destination', value: '2026-03-02' }] };
  const open = await template({ type: 'approve_reviewer', action: '', data: own });
  expect(await open.text('Destination')).toMatch(/Destination2 Mar(?: 2026)?ApproveRejectOpen request/);
  const decided = await template({ type: 'approve_reviewer', action: 'pass', data: { ...own, by: 'Bo' } });
  expect(await decided.text('Destination')).toContain('Approved by Bo');
  expect(decided.body().querySelector('button')).toBeNull();
  // Its picture is 220 pixels wide in a message; the thumbnail has 320, without what is longer than five times its width.
  const thumb = { url: '{{RemoteURL}}file/thumb/x', width: 1000, height: 500 };
  const pictured = await template({ type: 'approve_notifier', data: { ...own, thumb } });
  await pictured.text('Destination');
  const frame = pictured.body().querySelector<HTMLElement>('[style*="aspect-ratio"]');
  expect([frame?.style.width, frame?.style.aspectRatio]).toEqual(['220px', '220 / 110']);
  expect(messageThumb({ width: 1000, height: 9000 })).toEqual({ width: 320, height: 1600 });
  // Invalid data.
  for (const wrong of [
    { type: 'approve_reviewer', data: 'x' },
    { type: '/list', data: [null, 7, 'x'] },
  ]) {
    expect((await template(wrong)).body().textContent).not.toContain('undefined');
  }
}, 20_000);

test('a planned meeting can be joined from a quarter of an hour before it begins until it is over', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const plan = (minutes: number, more = {}) =>
    template({
      type: 'meeting_plan',
      title: 'Soon',
      meetingid: '12345678901',
      start_at: at(minutes),
      minutes: 30,
      ...more,
    });
  const joins = async (minutes: number, more = {}) => {
    const bubble = await plan(minutes, more);
    const isOffered = bubble.screen.queryByRole('button', { name: 'Join' }) !== null;
    cleanup();
    return isOffered;
  };
  expect([await joins(60), await joins(10), await joins(-20), await joins(-40)]).toEqual([false, true, true, false]);
  expect(await joins(10, { is_canceled: true })).toBe(false);
});
