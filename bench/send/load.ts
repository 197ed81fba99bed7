// The load generator: a process of its own, so that the server's CPU is measured apart.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import WebSocket from 'ws';
import { answerWith } from '../lib/child.ts';
import { percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import { type Dialog, type Flood, FRAME, MARK, type Pace, type Question } from './plan.ts';

const SETTLE_MS = 15_000;
/** Members of a dialog who send in turn: a fast machine accepts more from one person than the server allows. */
const SENDERS = 4;
/** Messages per turn. The members here read nothing, so each change of turns adds a range to what they have read. */
const TURN = 100;
const FILLER = 'Shall we look at the plan for Friday again before the others come in? I have two small changes.';

/** Several nodes take members in turn. */
let bases: string[] = [];
let dialogs: Dialog[] = [];
let sockets: WebSocket[] = [];
let delivered = 0;
let lastAt = 0;
let delays: number[] = [];

answerWith<Question>(async (question) => {
  if (question.ask === 'connect') return connect(question.base, question.dialogs);
  delivered = 0;
  delays = [];
  const startedAt = performance.now();
  const sent = question.ask === 'flood' ? await flood(question) : await pace(question);
  const expected = sent.reduce((sum, count, index) => sum + count * (dialogs[index]?.tokens.length ?? 0), 0);
  const deadline = performance.now() + SETTLE_MS;
  while (delivered < expected && performance.now() < deadline) await sleep(5);
  // Waits a little longer: a duplicate delivery counts as much as a lost one.
  const elapsedMs = lastAt - startedAt;
  await sleep(300);
  const outcome: Flood = { sent: sent.reduce((a, b) => a + b, 0), elapsedMs, expected, delivered };
  if (question.ask === 'flood') return outcome;
  return { ...outcome, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) } satisfies Pace;
});

async function connect(to: string | string[], among: Dialog[]): Promise<object> {
  for (const socket of sockets) socket.terminate();
  bases = [to].flat();
  dialogs = among;
  sockets = [];
  for (const dialog of dialogs) {
    const opened = dialog.tokens.map((token, at) => listen(token, baseOf(at, dialog)));
    sockets.push(...opened);
    await Promise.all(opened.map((socket) => once(socket, 'message')));
  }
  return { connected: sockets.length };
}

const baseOf = (at: number, dialog?: Dialog): string => dialog?.base ?? bases[at % bases.length] ?? '';

function listen(token: string, base: string): WebSocket {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws?action=web&token=${token}`, {
    perMessageDeflate: false,
  });
  socket.on('message', (data: Buffer) => {
    if (data.length < 60 || data.toString('latin1', 0, FRAME.length) !== FRAME) return;
    delivered++;
    lastAt = performance.now();
    const at = data.indexOf(MARK);
    if (at > 0)
      delays.push(lastAt - Number.parseFloat(data.toString('latin1', at + MARK.length, at + MARK.length + 16)));
  });
  return socket;
}

/**
 * Sends as fast as answers arrive: every dialog has `inFlight` sends that each wait for their answer. Counts per
 * dialog.
 */
async function flood({ seconds, inFlight }: { seconds: number; inFlight: number }): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  return eachDialog(inFlight * SENDERS, async ({ id }, wires) => {
    const counts = await Promise.all(
      Array.from({ length: inFlight }, async (_, lane) => {
        let sent = 0;
        for (; performance.now() < until; sent++) {
          const wire = wires[lane * SENDERS + (Math.floor(sent / TURN) % SENDERS)];
          if (wire) await send(wire, id, FILLER);
        }
        return sent;
      }),
    );
    return counts.reduce((a, b) => a + b, 0);
  });
}

/** At a fixed rate regardless of answers, so that a slow answer delays no measurement. */
async function pace({ seconds, perSecond }: { seconds: number; perSecond: number }): Promise<number[]> {
  const gapMs = (1000 * dialogs.length) / perSecond;
  const begin = performance.now() + 50;
  return eachDialog(2, async ({ id, hook }, wires, index) => {
    const free = [...wires];
    const answers: Promise<void>[] = [];
    let sent = 0;
    for (; sent < (seconds * 1000) / gapMs; sent++) {
      const due = begin + sent * gapMs + (index * gapMs) / dialogs.length;
      await sleep(Math.max(0, due - performance.now()));
      const wire = free.pop() ?? (await Wire.open(baseOf(index), dialogs[index]?.tokens[0] ?? ''));
      const text = `${MARK}${due.toFixed(3)} ${FILLER}`;
      answers.push((hook ? post(wire, hook, text) : send(wire, id, text)).then(() => void free.push(wire)));
    }
    await Promise.all(answers);
    return sent;
  });
}

function eachDialog(
  connections: number,
  run: (dialog: Dialog, wires: Wire[], index: number) => Promise<number>,
): Promise<number[]> {
  return Promise.all(
    dialogs.map(async (dialog, index) => {
      const tokens = Array.from({ length: connections }, (_, at) => dialog.tokens[at % dialog.tokens.length] ?? '');
      const wires = await Promise.all(tokens.map((token, at) => Wire.open(baseOf(at + index, dialog), token)));
      try {
        return await run(dialog, wires, index);
      } finally {
        for (const wire of wires) wire.close();
      }
    }),
  );
}

async function send(wire: Wire, dialogId: number, text: string): Promise<void> {
  const answer = await wire.post(msgSendtext.path, JSON.stringify({ dialog_id: dialogId, text }));
  if (!answer.includes('"ret":1')) throw new Error(`a send was refused: ${answer.toString().slice(0, 300)}`);
}

async function post(wire: Wire, hook: string, text: string): Promise<void> {
  const answer = (await wire.postTo(hook, JSON.stringify({ text }))).toString();
  if (answer !== 'ok') throw new Error(`a webhook was refused: ${answer.slice(0, 300)}`);
}
