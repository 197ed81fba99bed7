import { expect, test } from 'vitest';
import { templateOf } from './templates.ts';

// covers A3-20
test('a template renders from its data: text, tasks, or a file to save', () => {
  expect(
    templateOf({ type: 'content', title: 'Backup', content: [{ content: 'Done.' }, { content: 7 }, null] }),
  ).toEqual({
    kind: 'content',
    title: 'Backup',
    lines: ['Done.'],
  });
  // A title derived from the text is not repeated.
  expect(templateOf({ type: 'content', title: 'All is', content: 'All is well' })).toMatchObject({ title: '' });
  expect(
    templateOf({ type: 'task_list', title: 'x', title_raw: 'New', list: [{ id: '7', name: 'Ship' }, {}] }),
  ).toEqual({
    kind: 'tasks',
    title: 'New',
    tasks: [{ id: 7, name: 'Ship' }],
  });
  expect(templateOf({ type: 'file_download', name: 'a.zip', size: 9, url: '{{RemoteURL}}file/a' })).toEqual({
    kind: 'file',
    name: 'a.zip',
    size: 9,
    url: '{{RemoteURL}}file/a',
  });
});

test('a template of unknown kind, without data, or with a script link is unknown', () => {
  for (const msg of [
    {},
    { type: 'content', content: [] },
    { type: 'task_list', list: 'x' },
    { type: 'file_download', name: 'x', url: 'javascript:alert(1)' },
    { type: 'hologram', content: 'x' },
  ])
    expect(templateOf(msg)).toEqual({ kind: 'unknown' });
});

test('a planned meeting is read with its time; an odd one is unknown', () => {
  const msg = {
    type: 'meeting_plan',
    title: 'Soon',
    meetingid: '12345678901',
    start_at: '2026-01-01 09:00:00',
    minutes: 30,
  };
  expect(templateOf(msg)).toEqual({
    kind: 'plan',
    title: 'Soon',
    meetingid: '12345678901',
    start: new Date('2026-01-01T09:00:00Z'),
    end: new Date('2026-01-01T09:30:00Z'),
    repeat: 'never',
    isCanceled: false,
  });
  for (const odd of [{ start_at: 'soon' }, { meetingid: '<b>' }, { start_at: undefined }]) {
    expect(templateOf({ ...msg, ...odd })).toEqual({ kind: 'unknown' });
  }
});
