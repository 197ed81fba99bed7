import * as c from '@atrium/contract/chat/assistants.ts';
import { dialogMark, dialogOne, dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext, msgUnread } from '@atrium/contract/chat/messages.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { fakeModelServer } from '#testing/fakeModelServer';
import { historiesOf, seed } from '#testing/histories';
import { allCommitted, person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { askFollower } from '../answers.service.ts';

/**
 * Chats with an assistant in random order: questions, answers that come at once or after the session was left, new
 * sessions, earlier ones, reading and withdrawing. In the end each session has its own messages, and the badge equals a
 * count by hand.
 */
/** Each run has a new account, and only so many may register in a row. */
const RUNS = historiesOf(40, 400);

let model: Awaited<ReturnType<typeof fakeModelServer>>;
let server: TestServer;
let ada: TestClient;
let bot = 0;
beforeAll(async () => {
  model = await fakeModelServer(({ messages }) => `Heard ${messages.at(-1)?.content}`);
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_talks_')), localHosts: [model.host] });
  ada = await person('ada', { server });
  await ada.call(c.assistantSetting, { vendor: 'openai', key: 'k', base_url: model.url, models: 'small' });
  bot = (await ada.call(c.assistantBot, { type: 'openai' })).userid;
}, 60_000);
afterAll(async () => {
  await server.close();
  await model.close();
});

interface Said {
  id: number;
  text: string;
  isGone: boolean;
}
type Step = { do: 'ask' | 'answers' | 'new' | 'read' } | { do: 'open' | 'withdraw'; pick: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('answers' as const, 'new' as const, 'read' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'withdraw' as const), pick: fc.nat(99) }) },
);

class Talk {
  readonly me: TestClient;
  readonly dialogId: number;
  /** Questions by session; 0 is from before the first session. */
  readonly sessions = new Map<number, Said[]>([[0, []]]);
  /** Answers by session; their order is not guaranteed. */
  readonly answers = new Map<number, string[]>();
  open = 0;
  unread = 0;
  waiting: { session: number; text: string }[] = [];
  asked = 0;

  constructor(me: TestClient, dialogId: number) {
    this.me = me;
    this.dialogId = dialogId;
  }
  get here(): Said[] {
    return this.sessions.get(this.open) ?? [];
  }

  async take(step: Step): Promise<void> {
    const { me, dialogId: dialog_id } = this;
    switch (step.do) {
      case 'ask': {
        const text = `q${++this.asked}`;
        const sent = await me.call(msgSendtext, { dialog_id, text });
        this.here.push({ id: sent.id, text, isGone: false });
        this.waiting.push({ session: this.open, text });
        return;
      }
      case 'answers':
        return this.answerPending();
      case 'new': {
        // The assistant gets the question in its latest wording, in its own session.
        const { id } = await me.call(c.sessionCreate, { dialog_id });
        if (this.open === 0 && !this.sessions.has(id)) await this.#adopt(id);
        const isEmpty = !this.sessions.get(id)?.length && !this.answers.get(id)?.length;
        expect(isEmpty).toBe(true);
        if (!this.sessions.has(id)) this.sessions.set(id, []);
        this.open = id;
        this.unread = 0;
        return;
      }
      case 'open': {
        const ids = [...this.sessions.keys()].filter((id) => id > 0);
        const session_id = ids[step.pick % Math.max(1, ids.length)];
        if (!session_id) return;
        await me.call(c.sessionOpen, { session_id });
        this.open = session_id;
        this.unread = 0;
        return;
      }
      case 'read':
        await me.call(dialogMark, { dialog_id, type: 'read' });
        this.unread = 0;
        return;
      case 'withdraw': {
        // An unanswered one may or may not be answered, depending on timing.
        const own = this.here.filter(({ text, isGone }) => !isGone && !this.waiting.some((each) => each.text === text));
        const chosen = own[step.pick % Math.max(1, own.length)];
        if (!chosen) return;
        await me.call(msgWithdraw, { msg_id: chosen.id });
        chosen.isGone = true;
      }
    }
  }

  /** Messages from before the first session move into it. */
  async #adopt(id: number): Promise<void> {
    const before = this.sessions.get(0) ?? [];
    this.sessions.delete(0);
    const { data } = await this.me.call(c.sessionList, { dialog_id: this.dialogId });
    const first = data.find((session) => session.id !== id)?.id;
    expect(first !== undefined).toBe(before.length > 0);
    if (first === undefined) return;
    this.sessions.set(first, before);
    this.answers.set(first, this.answers.get(0) ?? []);
    this.answers.delete(0);
    for (const each of this.waiting) if (each.session === 0) each.session = first;
  }

  /** Answers every pending question in its own session. */
  async answerPending(): Promise<void> {
    // Transactions of other tests count too: a message is in the log once every earlier transaction has ended.
    await allCommitted(server.app);
    while (await askFollower.step(server.app)) {}
    const expected = [...this.answers.values()].flat().length + this.waiting.length;
    const spoken = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from messages
        where dialog_id = ${this.dialogId} and userid = ${bot} and msg->>'text' <> '...'`.execute(server.app.db);
      return rows[0]?.n;
    };
    await expect.poll(spoken, { timeout: 20_000, interval: 20 }).toBe(expected);
    for (const { session, text } of this.waiting) {
      this.answers.set(session, [...(this.answers.get(session) ?? []), `Heard ${text}`]);
      // Nobody returns to an earlier session to read it.
      if (session === this.open) this.unread += 1;
    }
    this.waiting = [];
  }

  async compare(): Promise<void> {
    const { me, dialogId: dialog_id } = this;
    expect(await me.call(dialogOne, { dialog_id })).toMatchObject({ session_id: this.open, unread: this.unread });
    expect(await me.call(msgUnread, { dialog_id })).toMatchObject({ unread: this.unread });
    await this.#compareHere();
    for (const session_id of [...this.sessions.keys()].filter((id) => id > 0)) {
      await this.take({ do: 'open', pick: [...this.sessions.keys()].filter((id) => id > 0).indexOf(session_id) });
      expect(this.open).toBe(session_id);
      await this.#compareHere();
    }
  }
  async #compareHere(): Promise<void> {
    const { list } = await this.me.call(msgList, { dialog_id: this.dialogId, pagesize: 100 });
    const said = (isBot: boolean) =>
      list
        .filter(({ userid }) => (userid === bot) === isBot)
        .map(({ msg }) => String(msg['text']).replace(/<[^>]+>/g, ''));
    expect(said(false).reverse()).toEqual(this.here.filter(({ isGone }) => !isGone).map(({ text }) => text));
    expect(said(true).sort()).toEqual((this.answers.get(this.open) ?? []).toSorted());
  }
}

test('each session holds its own messages and the badge is right after any history', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const me = await person('bo', { server });
      const talk = new Talk(me, (await me.call(dialogOpenUser, { userid: bot })).id);
      for (const each of steps) await talk.take(each);
      await talk.answerPending();
      await talk.compare();
    }),
    // Shrinking would need more people.
    { numRuns: RUNS, endOnFailure: true, seed },
  );
});
