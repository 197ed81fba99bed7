import { expect, test } from 'vitest';
import { isPlace, isSafeAddress, readAnswer, readClientMessage, readShellMessage } from './bridge.ts';
import { readLink } from './links.ts';
import { maySystemOpen, opensOutside } from './outside.ts';
import { isSilent } from './updates.ts';

const said = (message: object) => readClientMessage(JSON.stringify(message));

test('a shell takes messages of the client as they are declared, and nothing else', () => {
  expect(said({ say: 'badge', count: 3, more: 1 })).toEqual({ say: 'badge', count: 3 });
  expect(said({ ask: 'update', number: 7 })).toEqual({ ask: 'update', number: 7 });
  for (const wrong of [
    { say: 'badge', count: -1 },
    { say: 'badge', count: '3' },
    { say: 'open_window', place: '//evil.example' },
    { say: 'open_window', place: '/\\evil.example' },
    { say: 'open_window', place: 'https://evil.example' },
    { say: 'switch_server', url: 'http://plain.example' },
    { say: 'switch_server', url: 'https://user:word@host.example' },
    { say: 'vibrate' },
    { say: 'toString' },
    { say: '__proto__' },
    { ask: 'update' },
    { ask: 'constructor', number: 1 },
    { say: 'call', tel: 'x'.repeat(2001) },
  ]) {
    expect(said(wrong), JSON.stringify(wrong)).toBeNull();
  }
  for (const noise of ['', 'null', '[]', '7', '{', undefined, {}]) expect(readClientMessage(noise)).toBeNull();
});

test('the client takes events and answers of the shell, each checked', () => {
  const heard = (message: object) => readShellMessage(JSON.stringify(message));
  expect(heard({ say: 'back' })).toEqual({ say: 'back' });
  const file = { name: 'a.png', type: 'image/png', bytes: 'AAAA' };
  expect(heard({ say: 'share', text: 'hi', files: [file] })).toEqual({ say: 'share', text: 'hi', files: [file] });
  expect(heard({ say: 'share', text: 'hi', files: [{ ...file, bytes: '<b>' }] })).toBeNull();
  expect(heard({ say: 'share', text: 'hi', files: Array.from({ length: 21 }, () => file) })).toBeNull();
  expect(heard({ say: 'open_place', place: 'javascript:alert(1)' })).toBeNull();
  expect(heard({ answer: 4, ok: false, why: 'odd' })).toEqual({ answer: 4, ok: false, why: 'failed' });
  expect(heard({ answer: 4, ok: false, why: 'expired' })).toEqual({ answer: 4, ok: false, why: 'expired' });
  expect(readAnswer('update', { version: '2.0.0', notes: 'New' })).toEqual({ version: '2.0.0', notes: 'New' });
  expect(readAnswer('update', { version: 2 })).toBeNull();
  expect(readAnswer('push', { endpoint: 'https://p.example/1', p256dh: 'k', auth: 'a' })).not.toBeNull();
});

test('servers are asked with encryption, or on this computer', () => {
  for (const good of ['https://a.example', 'https://a.example:8443', 'http://localhost:8080', 'http://127.0.0.1'])
    expect(isSafeAddress(good), good).toBe(true);
  for (const bad of [
    'http://a.example',
    'ftp://a.example',
    'a.example',
    'https://x@a.example',
    'http://127.0.0.1.evil.example',
  ])
    expect(isSafeAddress(bad), bad).toBe(false);
  for (const bad of ['', 'manage', '//a', '/\\a', '/a b', '/a\n']) expect(isPlace(bad), bad).toBe(false);
});

test('a deep link names a screen of one server, or of the current one', () => {
  expect(readLink('atrium://work.example/manage/project/3?tab=team')).toEqual({
    server: 'https://work.example',
    place: '/manage/project/3?tab=team',
  });
  expect(readLink('atrium://localhost:8080/login')).toEqual({ server: 'http://localhost:8080', place: '/login' });
  expect(readLink('web+atrium:/manage/messenger?dialog=3')).toEqual({
    server: '',
    place: '/manage/messenger?dialog=3',
  });
  expect(readLink('atrium://work.example')).toEqual({ server: 'https://work.example', place: '/manage/dashboard' });
  for (const wrong of ['https://work.example/', 'atrium://me:word@work.example/', 'atrium', 'atrium://[', '']) {
    expect(readLink(wrong), wrong).toBeNull();
  }
});

// covers A9-18
test('other schemes, and pages of meeting, map, payment and app-store hosts, open outside', () => {
  for (const outside of [
    'mailto:ada@example.com',
    'tel:+4940',
    'geo:52.5,13.4',
    'zoommtg://zoom.us/join',
    'weixin://dl/business',
    'alipays://platformapi/startapp',
    'itms-apps://itunes.apple.com/app/id1',
    'https://us02web.zoom.us/j/1',
    'https://meeting.tencent.com/dm/1',
    'https://teams.microsoft.com/l/meetup-join/1',
    'https://maps.google.com/?q=1',
    'https://www.amap.com/place/1',
    'https://www.paypal.com/pay',
    'https://apps.apple.com/app/id1',
    'https://play.google.com/store/apps/details?id=a',
  ]) {
    expect(opensOutside(outside), outside).toBe(true);
  }
  for (const inside of ['https://work.example/', 'https://notzoom.us/', 'https://zoom.us.evil.example/', '/manage', ''])
    expect(opensOutside(inside), inside).toBe(false);
  for (const never of ['javascript:alert(1)', ' JAVASCRIPT:x', 'file:///etc/passwd', 'data:text/html,x', 'nothing'])
    expect(maySystemOpen(never), never).toBe(false);
  // Programs of the system that have run commands from such addresses.
  for (const never of ['ms-msdt:/id x', 'search-ms:query=x', 'smb://evil.example/x', 'ms-officecmd:{}', 'ssh://x'])
    expect(maySystemOpen(never), never).toBe(false);
  for (const fine of ['mailto:ada@example.com', 'https://example.com/', ' HTTP://example.com'])
    expect(maySystemOpen(fine), fine).toBe(true);
});

test('a release is silent if its notes say so of its own version', () => {
  expect(isSilent('Small fixes <!-- 2.0.1-silent -->', '2.0.1')).toBe(true);
  expect(isSilent('Small fixes <!-- 2.0.0-silent -->', '2.0.1')).toBe(false);
  expect(isSilent('2.0.1 is here', '2.0.1')).toBe(false);
});
