import { expect, test } from 'vitest';
import { downloadEvent, freeName, progressOf, safeName } from './downloads.ts';
import { boundsOn, mayUse, sizeOf, wayOf, windowKey } from './navigation.ts';
import { acceleratorOf, trayTitle } from './shortcuts.ts';

const SERVER = 'https://work.example';

// covers A9-18
test('windows show their own server only; everything else leaves the shell, and some of it goes nowhere', () => {
  expect(wayOf(`${SERVER}/manage/dashboard`, SERVER, false)).toBe('here');
  expect(wayOf(`${SERVER}/single/task/5`, SERVER, true)).toBe('window');
  for (const address of [
    'https://example.com/',
    'https://work.example.evil.example/',
    'http://work.example/',
    'https://work.example:8443/',
    'mailto:ada@example.com',
    'https://us02web.zoom.us/j/1',
  ]) {
    expect([wayOf(address, SERVER, false), wayOf(address, SERVER, true)], address).toEqual(['outside', 'outside']);
  }
  for (const address of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'blob:https://work.example/1',
    '',
  ])
    expect([wayOf(address, SERVER, false), wayOf(address, '', true)], address).toEqual(['nowhere', 'nowhere']);
});

// covers A9-17
test('addresses of files are saved, in whichever window; screens and other sites with such paths are not', () => {
  for (const path of [
    '/uploads/chat/a.png',
    '/file/abc/plan.pdf?key=1&down=yes',
    '/file/export/abc/log.xlsx?key=1',
    '/file/pack/abc/all.zip',
    '/api/dialog/msg/download?msg_id=5',
    '/api/project/task/filedown?file_id=5',
    '/api/project/task/down?key=1',
    '/api/file/download/pack?key=1',
    '/api/approve/down?key=1',
    '/api/system/checkin/down?key=1',
    '/api/file/content?id=5&down=yes',
  ]) {
    const ways = [wayOf(SERVER + path, SERVER, true), wayOf(SERVER + path, SERVER, false)];
    expect(ways, path).toEqual(['download', 'download']);
    expect(wayOf(`https://elsewhere.example${path}`, SERVER, true), path).toBe('outside');
  }
  for (const path of ['/manage/file/5', '/single/file/5', '/api/file/content?id=5&down=preview', '/file/'])
    expect(wayOf(SERVER + path, SERVER, true), path).toBe('window');
});

test('only pages of the server get what they ask of the system', () => {
  expect(mayUse('media', `${SERVER}/#/meeting`, SERVER)).toBe(true);
  expect(mayUse('media', 'https://evil.example/', SERVER)).toBe(false);
  expect(mayUse('media', '', '')).toBe(false);
  // A micro app in a frame is not asked about: nobody could tell who asks.
  for (const permission of ['media', 'display-capture', 'geolocation', 'notifications'])
    expect(mayUse(permission, `${SERVER}/`, SERVER, false), permission).toBe(false);
  expect(mayUse('fullscreen', `${SERVER}/`, SERVER, false)).toBe(true);
  for (const permission of ['midi', 'hid', 'serial', 'usb', 'openExternal', 'unknown'])
    expect(mayUse(permission, `${SERVER}/`, SERVER), permission).toBe(false);
});

test('each screen has one window, which opens where a screen shows it', () => {
  expect(windowKey('/single/task/5?tab=log')).toBe('/single/task/5');
  expect(sizeOf('/single/task/5').width).toBeLessThan(sizeOf('/single/file/5').width);
  const screens = [{ x: 0, y: 0, width: 1920, height: 1040 }];
  const stored = { x: 100, y: 50, width: 900, height: 700 };
  expect(boundsOn(stored, screens)).toEqual(stored);
  // The second screen is gone.
  expect(boundsOn({ ...stored, x: 2500 }, screens)).toEqual({ width: 900, height: 700 });
  expect(boundsOn({ ...stored, width: 10 }, screens)).toMatchObject({ width: 480 });
  expect(boundsOn(undefined, screens)).toEqual({ width: 1280, height: 820 });
  expect(boundsOn({ x: 0 }, screens)).toEqual({ width: 1280, height: 820 });
});

test('a download gets a name that every system takes, and that is free', () => {
  expect(safeName('../../etc/passwd')).toBe('passwd');
  expect(safeName('C:\\temp\\a?b*.txt')).toBe('a_b_.txt');
  expect([safeName('..'), safeName(''), safeName('con.txt')]).toEqual(['file-', 'file-', 'file-con.txt']);
  expect(safeName('report. ')).toBe('report');
  expect(safeName('photo\u202egpj.exe')).toBe('photogpj.exe');
  const taken = new Set(['plan.pdf', 'plan (2).pdf', 'notes']);
  expect(freeName('plan.pdf', (name) => taken.has(name))).toBe('plan (3).pdf');
  expect(freeName('notes', (name) => taken.has(name))).toBe('notes (2)');
  expect(freeName('new.pdf', (name) => taken.has(name))).toBe('new.pdf');
});

test('the taskbar shows all downloads together', () => {
  expect(progressOf([])).toBe(-1);
  expect(
    progressOf([
      { received: 1, total: 4 },
      { received: 1, total: 4 },
    ]),
  ).toBe(0.25);
  expect(progressOf([{ received: 1, total: 0 }])).toBe(2);
  expect(downloadEvent('1', 'a', 1, 2, 'done')).toEqual({ id: '1', name: 'a', received: 1, total: 2, state: 'done' });
});

test('the global key needs a letter, and the tray tells what is unread', () => {
  expect([acceleratorOf('S'), acceleratorOf(''), acceleratorOf('F12')]).toEqual(['CommandOrControl+Shift+S', '', '']);
  const words = (count: string) => `${count} unread`;
  expect([0, 3, 1000].map((count) => trayTitle(count, words))).toEqual([
    'Atrium',
    'Atrium (3 unread)',
    'Atrium (999+ unread)',
  ]);
});
