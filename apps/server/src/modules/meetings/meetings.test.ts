import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { MEETING_SOCKET } from '@atrium/contract/chat/meetingRoom.ts';
import * as m from '@atrium/contract/chat/meetings.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { RoomClient as Guest } from '#testing/roomClient';
import { administrator, anotherDevice, person, refused, TestClient, testServer } from '#testing/world';
import { endMeetings } from './endEmptyMeetings.service.ts';
import { issueMeetingTicket, openTicket } from './tickets.ts';

const nobody = async () => new TestClient((await testServer()).base);
const codeOf = (link: string) => link.split('/').at(-1) ?? '';
const HOUR_MS = 3600_000;

// covers C3-20, C7-49, B3-06, C3-21
test('the creator of a meeting joins it, and invited people get a card', async () => {
  const [ada, bo] = [await person('ada'), await person('bo', { live: true })];
  const opened = await ada.call(m.meetingOpen, { type: 'create', name: 'Harbour talk', userids: [bo.userid] });
  expect(opened).toMatchObject({ name: 'Harbour talk', userid: ada.userid, end_at: null, appid: '', sharelink: '' });
  expect(opened.meetingid).toMatch(/^\d{11}$/);
  expect(opened.channel).not.toContain(opened.meetingid);
  expect(opened.msgs.map((each) => each.type)).toEqual(['meeting', 'meeting']);
  const added = await bo.receives('dialog', 'add', ({ data }) => data['type'] === 'meeting');
  expect(added.data).toMatchObject({
    userid: ada.userid,
    msg: { name: 'Harbour talk', userid: ada.userid, meetingid: opened.meetingid, end_at: null },
  });
  const { list } = await bo.call(msgList, { dialog_id: Number(added.data['dialog_id']) });
  expect(list.map((each) => each.userid)).toEqual([ada.userid]);
  // By default it is named after its creator.
  expect(await ada.call(m.meetingOpen, { type: 'create' })).toMatchObject({ name: opened.nickname });
});

test('a meeting of a conversation has a card there, for members who may write', async () => {
  const [ada, bo, cy] = [await person('ada'), await person('bo', { live: true }), await person('cy')];
  const { id: group } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const opened = await ada.call(m.meetingOpen, { type: 'create', name: 'Cranes', dialog_id: group });
  const there = await bo.receives(
    'dialog',
    'add',
    ({ data }) => data['dialog_id'] === group && data['type'] === 'meeting',
  );
  expect(there.data).toMatchObject({ userid: ada.userid, msg: { meetingid: opened.meetingid, name: 'Cranes' } });
  expect((await bo.call(m.meetingOpen, { type: 'join', meetingid: opened.meetingid })).name).toBe('Cranes');
  await expect(cy.call(m.meetingOpen, { type: 'create', dialog_id: group })).rejects.toEqual(refused('dialog.gone'));

  // In a direct chat the card is the only invitation.
  const { id: direct } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const two = await ada.call(m.meetingOpen, { type: 'create', userids: [bo.userid, cy.userid], dialog_id: direct });
  expect(two.msgs.filter(({ dialog_id }) => dialog_id === direct)).toHaveLength(1);
  // The other two are one's own way back in, and Cy's invitation.
  expect(two.msgs).toHaveLength(3);
});

// covers C3-23
test('participant ids tell guests from members and identify members’ accounts', async () => {
  const ada = await person('ada');
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  expect(m.participantOf(mine.uid)).toEqual({ isGuest: false, userid: ada.userid });
  expect(String(mine.uid)).toMatch(new RegExp(`^9\\d{5}${ada.userid}$`));
  const sharekey = codeOf(await ada.call(m.meetingLink, { meetingid: mine.meetingid }));
  const join = { type: 'join' as const, meetingid: mine.meetingid, sharekey };
  const guest = await (await nobody()).call(m.meetingOpen, { ...join, username: 'Cleo' });
  expect(String(guest.uid)).toMatch(/^88888\d{4}$/);
  expect(m.participantOf(guest.uid)).toEqual({ isGuest: true, userid: 0 });
  // With a link everybody is a guest, signed in or not.
  const again = await ada.call(m.meetingOpen, join);
  expect(m.participantOf(again.uid).isGuest).toBe(true);
  expect(again.nickname).toBe(mine.nickname);
});

test('a link holder takes at most one meeting’s worth of participant ids', async () => {
  const ada = await person('ada');
  const open = () => ada.call(m.meetingOpen, { type: 'create' });
  const [flooded, other] = [await open(), await open()];
  const join = async ({ meetingid }: { meetingid: string }) => {
    const sharekey = codeOf(await ada.call(m.meetingLink, { meetingid }));
    return (await nobody()).call(m.meetingOpen, { type: 'join', meetingid, sharekey, username: 'Cleo' });
  };
  const { app } = await testServer();
  await sql`insert into meeting_guests (uid, meeting_id, nickname, expired_at)
    select 999990000 + n, ${flooded.id}, 'Eve', now() + interval '1 hour' from generate_series(1, 500) n`.execute(
    app.db,
  );
  await expect(join(flooded)).rejects.toEqual(refused('meeting.full'));
  expect((await join(other)).nickname).toBe('Cleo');
  await sql`update meeting_guests set expired_at = now() where meeting_id = ${flooded.id}`.execute(app.db);
  expect((await join(flooded)).nickname).toBe('Cleo');
});

// covers C1-04, C5-14, C6-02, C7-51
test('a link admits guests by name for six hours', async () => {
  const [ada, eve] = [await person('ada'), await nobody()];
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create', name: 'Open house' });
  const link = await ada.call(m.meetingLink, { meetingid });
  expect(link).toMatch(new RegExp(`^http://atrium.test/meeting/${meetingid}/[\\w-]{20,}$`));
  const sharekey = codeOf(link);
  const join = { type: 'join' as const, meetingid };
  await expect(eve.call(m.meetingOpen, { ...join, username: 'Eve' })).rejects.toEqual(refused('auth.required'));
  await expect(eve.call(m.meetingOpen, { ...join, sharekey })).rejects.toEqual(refused('meeting.name'));
  for (const username of ['\u200b\u200d', '\u202e'])
    await expect(eve.call(m.meetingOpen, { ...join, sharekey, username })).rejects.toEqual(refused('meeting.name'));
  await expect(eve.call(m.meetingOpen, { ...join, sharekey: `${sharekey}x`, username: 'Eve' })).rejects.toEqual(
    refused('meeting.link'),
  );
  const entry = await eve.call(m.meetingOpen, { ...join, sharekey, username: 'Eve', userimg: 'http://x.test/a.png' });
  expect(entry).toMatchObject({ nickname: 'Eve', name: 'Open house' });
  expect(entry.userimg).toMatch(/^http:\/\/atrium\.test\/avatar\//);
  // The code may be in the header, like a token.
  expect((await eve.call(m.meetingOpen, { ...join, username: 'Eve' }, { sharekey })).nickname).toBe('Eve');
  // Guests cannot invite, members can, even if they came by a link.
  await expect(eve.call(m.meetingLink, { meetingid }, { sharekey })).rejects.toEqual(refused('meeting.members'));
  await expect(eve.call(m.meetingLink, { meetingid, sharekey })).rejects.toEqual(refused('meeting.members'));
  expect(codeOf(await ada.call(m.meetingLink, { meetingid, sharekey }))).not.toBe(sharekey);
  await expect(eve.call(m.meetingLink, { meetingid })).rejects.toEqual(refused('auth.required'));
  // Another meeting's code opens nothing.
  const other = await ada.call(m.meetingOpen, { type: 'create' });
  await expect(
    eve.call(m.meetingOpen, { type: 'join', meetingid: other.meetingid, sharekey, username: 'Eve' }),
  ).rejects.toEqual(refused('meeting.link'));
  const { app } = await testServer();
  await app.db
    .updateTable('meeting_codes')
    .set({ expired_at: new Date(0) })
    .execute();
  await expect(eve.call(m.meetingOpen, { ...join, sharekey, username: 'Eve' })).rejects.toEqual(
    refused('meeting.link'),
  );
});

// covers C7-50, A7-21, C3-22
test('members and guests of the same meeting can look up a guest', async () => {
  const [ada, eve] = [await person('ada'), await nobody()];
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create' });
  const sharekey = codeOf(await ada.call(m.meetingLink, { meetingid }));
  const { uid } = await eve.call(m.meetingOpen, { meetingid, sharekey, username: 'Eve' });
  const known = { uid, nickname: 'Eve', userimg: expect.stringContaining('/avatar/Eve.svg') };
  expect(await ada.call(m.meetingTourist, { tourist_id: uid })).toEqual(known);
  expect(await eve.call(m.meetingTourist, { tourist_id: uid, sharekey })).toEqual(known);
  await expect(eve.call(m.meetingTourist, { tourist_id: uid })).rejects.toEqual(refused('auth.required'));
  await expect(eve.call(m.meetingTourist, { tourist_id: uid, sharekey: 'none' })).rejects.toEqual(
    refused('meeting.link'),
  );
  await expect(ada.call(m.meetingTourist, { tourist_id: 1 })).rejects.toEqual(refused('meeting.guest'));
});

// covers C5-12, C5-13, C5-15, C7-52, C9-11
test('an invitation needs one to twenty human recipients', async () => {
  const [ada, bo, cy] = [await person('ada'), await person('bo'), await person('cy', { live: true })];
  const long = { type: 'create' as const, name: 'x'.repeat(51) };
  await expect(ada.call(m.meetingOpen, long)).rejects.toEqual(refused('parameter.long'));
  const many = Array.from({ length: 21 }, (_, index) => 900_000 + index);
  await expect(ada.call(m.meetingOpen, { type: 'create', userids: many })).rejects.toEqual(refused('meeting.many'));
  // Fifty characters and twenty people are allowed.
  const largest = { type: 'create' as const, name: 'x'.repeat(50), userids: many.slice(1) };
  expect(await ada.call(m.meetingOpen, largest)).toMatchObject({ name: 'x'.repeat(50) });
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create', name: 'Talk', userids: [] });
  const invite = (by: TestClient, userids: number[]) => by.call(m.meetingInvitation, { meetingid, userids });
  await expect(invite(bo, [])).rejects.toEqual(refused('meeting.people'));
  await expect(invite(bo, [bo.userid])).rejects.toEqual(refused('meeting.people'));
  await expect(invite(bo, many)).rejects.toEqual(refused('meeting.many'));
  // Everybody who knows the number may invite others.
  const { msgs } = await invite(bo, [cy.userid, 987_654]);
  expect(msgs.map((each) => each.userid)).toEqual([bo.userid]);
  const card = await cy.receives('dialog', 'add', ({ data }) => data['type'] === 'meeting');
  expect(card.data).toMatchObject({ userid: bo.userid, msg: { userid: ada.userid, meetingid } });
});

test('a meeting number works in any spelling; unknown or ended ones are refused', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create' });
  const spaced = `${meetingid.slice(0, 3)} ${meetingid.slice(3, 6)}-${meetingid.slice(6)}`;
  expect(await bo.call(m.meetingOpen, { type: 'join', meetingid: spaced })).toMatchObject({ meetingid, msgs: [] });
  await expect(bo.call(m.meetingOpen, { type: 'join', meetingid: '1' })).rejects.toEqual(refused('meeting.gone'));
  await expect(bo.call(m.meetingOpen, { type: 'join' })).rejects.toEqual(refused('meeting.gone'));
});

test('an administrator disables and enables meetings', async () => {
  const [ada, admin] = [await person('ada'), await administrator()];
  expect(await admin.call(m.meetingSetting, {})).toEqual({ open: 'open' });
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create' });
  try {
    expect(await admin.call(m.meetingSetting, { type: 'save', open: 'close' })).toEqual({ open: 'close' });
    await expect(ada.call(m.meetingOpen, { type: 'create' })).rejects.toEqual(refused('meeting.closed'));
    await expect(ada.call(m.meetingOpen, { type: 'join', meetingid })).rejects.toEqual(refused('meeting.closed'));
    expect(await ada.raw('system/setting')).toMatchObject({ data: { meeting: 'close' } });
  } finally {
    await admin.call(m.meetingSetting, { type: 'save', open: 'open' });
  }
  await expect(ada.call(m.meetingSetting, {})).rejects.toEqual(refused('forbidden'));
});

test('a test of the ports offers to an administrator’s browser alone, and leaves nothing behind', async () => {
  const { app } = await testServer();
  const [ada, admin] = [await person('ada'), await administrator()];
  await expect(ada.call(m.meetingTest, {})).rejects.toEqual(refused('forbidden'));
  const { token, udp, tcp, ice } = await admin.call(m.meetingTest, {});
  expect({ udp, tcp, ice }).toEqual({ ...app.meet.ports, ice: [] });
  const before = app.meet.size();
  const [one, two] = [await Guest.enter(token), await Guest.enter(token)];
  for (const each of [one, two]) {
    const { sdp } = await each.receives('offer');
    expect(sdp).toContain('a=ice-ufrag:');
    await each.receives('candidate');
    // Frames for meetings are ignored.
    each.say({ type: 'line', text: 'hello' });
    each.say({ type: 'end' });
  }
  expect(app.meet.size()).toEqual({ rooms: before.rooms + 2, people: before.people + 2 });
  expect([...one.heard, ...two.heard].filter(({ type }) => type !== 'offer' && type !== 'candidate')).toEqual([]);
  one.leave();
  two.hang();
  await expect.poll(() => app.meet.size()).toEqual(before);
});

// covers B4-15
test('an empty meeting ends and its cards show it; an occupied one continues', async () => {
  const { app } = await testServer();
  const [ada, bo] = [await person('ada'), await person('bo', { live: true })];
  const [over, live] = [
    await ada.call(m.meetingOpen, { type: 'create', userids: [bo.userid] }),
    await ada.call(m.meetingOpen, { type: 'create', userids: [bo.userid] }),
  ];
  const there = await Guest.enter(live.token);
  await there.receives('entered');
  const card = await bo.receives('dialog', 'add', ({ data }) => isOf(data, over.meetingid));
  const later = (ms: number) => endMeetings(app, new Date(Date.now() + ms));
  await later(9 * 60_000);
  expect(await ada.call(m.meetingOpen, { type: 'join', meetingid: over.meetingid })).toMatchObject({ end_at: null });
  await later(HOUR_MS);
  const update = await bo.receives('dialog', 'update', ({ data }) => data['id'] === card.data['id']);
  expect(update.data['msg']).toMatchObject({ meetingid: over.meetingid, end_at: expect.stringMatching(/^\d{4}-/) });
  await expect(ada.call(m.meetingOpen, { type: 'join', meetingid: over.meetingid })).rejects.toEqual(
    refused('meeting.ended'),
  );
  expect(await bo.call(m.meetingOpen, { type: 'join', meetingid: live.meetingid })).toMatchObject({ end_at: null });
  there.leave();
});
const isOf = (data: Record<string, unknown>, meetingid: string) =>
  data['type'] === 'meeting' && (data['msg'] as { meetingid: string }).meetingid === meetingid;

// covers C9-12
test('participants see who is there, joins, mutes and leaves', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const first = await Guest.enter(mine.token, { audio: true });
  expect((await first.receives('entered')).people).toMatchObject([
    { uid: mine.uid, userid: ada.userid, nickname: mine.nickname, audio: true, camera: false, screen: false },
  ]);
  const offer = await first.receives('offer');
  expect(offer).toMatchObject({ isNew: true });
  expect(offer.sdp).toContain('a=mid:up-audio');
  // VP8 is the only codec of pictures.
  expect(new Set(offer.sdp.match(/(?<=rtpmap:\d+ )\w+(?=\/90000)/g))).toEqual(new Set(['VP8']));
  const his = await bo.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid });
  const second = await Guest.enter(his.token);
  expect((await second.receives('entered')).people.map((each) => each.uid)).toEqual([mine.uid, his.uid]);
  expect((await first.receives('came')).person).toMatchObject({ uid: his.uid, userid: bo.userid });
  const placed = await first.receives('placed', ({ seats }) => seats.length > 0);
  expect(placed).toMatchObject({ seats: [{ n: 0, uid: his.uid }], screens: [] });
  second.say({ type: 'media', audio: true, camera: true, screen: true });
  expect((await first.receives('media')).person).toMatchObject({ uid: his.uid, camera: true, screen: true });
  await first.receives('placed', ({ screens }) => screens[0]?.uid === his.uid);
  second.leave();
  expect(await first.receives('left')).toEqual({ type: 'left', uid: his.uid });
  first.leave();
});

test('a participant who reconnects gets the same place without a notice to others', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const his = await bo.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid });
  const first = await Guest.enter(mine.token);
  await first.receives('entered');
  const second = await Guest.enter(his.token);
  await first.receives('came');
  second.hang();
  const back = await Guest.enter(his.token, { audio: true });
  expect((await back.receives('offer')).isNew).toBe(true);
  await first.receives('media', ({ person: each }) => each.uid === his.uid && each.audio);
  expect(first.heard.filter((each) => ['left', 'came'].includes(each.type))).toHaveLength(1);
  first.leave();
  back.leave();
});

test('a ticket admits one participant to one meeting while it is valid', async () => {
  const { app } = await testServer();
  const [ada, eve] = [await person('ada'), await person('eve')];
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const [words = '', mac = ''] = mine.token.split('.');
  const other = await eve.call(m.meetingOpen, { type: 'create' });
  for (const ticket of ['', 'x', `${words}.${other.token.split('.')[1]}`, `${other.token.split('.')[0]}.${mac}`]) {
    expect((await (await Guest.enter(ticket)).receives('refused')).code).toBe('meeting.link');
  }
  const old = await issueMeetingTicket(app, (await openTicket(app, mine.token)) as never, Date.now() - HOUR_MS);
  expect((await (await Guest.enter(old)).receives('refused')).code).toBe('meeting.link');
  await app.db.updateTable('meetings').set({ end_at: new Date() }).where('id', '=', mine.id).execute();
  expect((await (await Guest.enter(mine.token)).receives('refused')).code).toBe('meeting.ended');
});

test('signing out or disabling an account ends its place in a meeting', async () => {
  const [ada, admin] = [await person('ada'), await administrator()];
  const phone = await anotherDevice(ada);
  const [here, there] = [
    await ada.call(m.meetingOpen, { type: 'create' }),
    await phone.call(m.meetingOpen, { type: 'create' }),
  ];
  const [first, second] = [await Guest.enter(here.token), await Guest.enter(there.token)];
  await Promise.all([first.receives('entered'), second.receives('entered')]);
  await phone.raw('users/logout');
  await second.ended();
  expect((await (await Guest.enter(there.token)).receives('refused')).code).toBe('auth.ended');
  expect(first.isOpen).toBe(true);
  await admin.call(userOperation, { userid: ada.userid, type: 'setdisable' });
  await first.ended();
});

test('a person invites at most a hundred people an hour over all calls', async () => {
  const ada = await person('ada');
  const { meetingid } = await ada.call(m.meetingOpen, { type: 'create', userids: [999_001] });
  const twenty = Array.from({ length: 20 }, (_, at) => 999_100 + at);
  for (let turn = 0; turn < 4; turn++) await ada.call(m.meetingInvitation, { meetingid, userids: twenty });
  await ada.call(m.meetingInvitation, { meetingid, userids: twenty.slice(1) });
  await expect(ada.call(m.meetingInvitation, { meetingid, userids: [999_200] })).rejects.toEqual(
    refused('rate.limited'),
  );
  await expect(ada.call(m.meetingOpen, { type: 'create', userids: [999_200] })).rejects.toEqual(
    refused('rate.limited'),
  );
  // Meeting alone sends no invitation.
  await ada.call(m.meetingOpen, { type: 'create' });
});

test('connections waiting to join are limited by address; joined ones do not count', async () => {
  const ada = await person('ada');
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const headers = { 'x-forwarded-for': '198.51.100.40' };
  const { base } = await testServer();
  const sockets: WebSocket[] = [];
  const silent = (from: Record<string, string>) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}${MEETING_SOCKET}`, { headers: from });
      socket.on('open', () => resolve(socket)).on('error', reject);
      sockets.push(socket);
    });
  const inside = await Guest.enter(mine.token, {}, headers);
  await inside.receives('entered');
  for (let turn = 0; turn < 20; turn++) await silent(headers);
  const one = await Guest.enter(mine.token, {}, headers);
  expect((await one.receives('refused')).code).toBe('rate.limited');
  const other = await Guest.enter(mine.token, {}, { 'x-forwarded-for': '198.51.100.41' });
  await other.receives('entered');
  const [first] = sockets;
  const closed = new Promise((resolve) => first?.on('close', resolve));
  first?.close();
  await closed;
  await expect
    .poll(async () => {
      const next = await Guest.enter(mine.token, {}, headers);
      await next.receives('entered', undefined, 500).catch(() => undefined);
      return next.heard[0]?.type;
    })
    .toBe('entered');
  for (const socket of sockets) socket.terminate();
});

test('invalid frames change nothing, floods end the connection, and other origins are refused', async () => {
  const ada = await person('ada');
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const guest = await Guest.enter(mine.token);
  await guest.receives('entered');
  for (const frame of [
    '',
    'x',
    '[]',
    'null',
    '{"type":"toString"}',
    '{"type":"media"}',
    '{"type":"answer","turn":-1}',
  ]) {
    guest.raw(frame);
  }
  guest.say({ type: 'answer', turn: 999, sdp: 'v=0 nonsense' });
  guest.say({ type: 'candidate', turn: 1, candidate: 'nonsense', mid: 'x' });
  guest.say({ type: 'again' });
  await guest.receives('offer', ({ turn }) => turn > 1);
  for (let count = 0; count < 130; count++) guest.raw('{}');
  await guest.ended();
  expect(guest.closedWith).toBe(1008);
  const foreign = await Guest.enter(mine.token, {}, { origin: 'http://elsewhere.test' });
  expect((await foreign.receives('refused')).code).toBe('forbidden');
});

test('a media worker that dies is restarted, and everybody reconnects', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const mine = await ada.call(m.meetingOpen, { type: 'create' });
  const his = await bo.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid });
  const both = [await Guest.enter(mine.token), await Guest.enter(his.token, { screen: true })] as const;
  for (const guest of both)
    await Promise.all([guest.receives('offer'), guest.receives('placed', ({ seats }) => seats.length > 0)]);
  const turns = both.map((guest) => guest.heard.flatMap((says) => (says.type === 'offer' ? [says.turn] : [])));
  for (const guest of both) guest.forget();
  process.kill(await unitPid(), 'SIGKILL');
  // A person joins while it restarts.
  const third = await Guest.enter((await ada.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid })).token);
  for (const guest of [...both, third]) {
    await guest.receives('placed', ({ seats }) => seats.length === 2, 15_000);
    await guest.receives('offer');
  }
  for (const [index, guest] of [...both, third].entries()) {
    const offers = guest.heard.flatMap((says) => (says.type === 'offer' ? [says] : []));
    expect(offers.map((offer) => offer.isNew)).toEqual([true]);
    expect(turns[index] ?? []).not.toContain(offers[0]?.turn);
    guest.leave();
  }
});

/** The server runs in this process: the media worker is its child. */
async function unitPid(): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ').map(Number)) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes('unit.process.ts')) return pid;
  }
  throw new Error('no forwarding unit runs');
}

test('the meeting bot’s buttons are in the reader’s language', async () => {
  const ada = await person('ada');
  const { msgs } = await ada.call(m.meetingOpen, { type: 'create' });
  const asked = await ada.raw(`dialog/one?dialog_id=${msgs[0]?.dialog_id}&language=de`);
  expect(asked.data['quick_msgs']).toEqual([
    { key: 'meeting-create', label: 'Neues Meeting' },
    { key: 'meeting-join', label: 'An Meeting teilnehmen' },
  ]);
});
