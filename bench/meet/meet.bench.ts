import { setTimeout as sleep } from 'node:timers/promises';
import { makeLog } from '../../apps/server/src/platform/log.ts';
import { forkedEngine } from '../../apps/server/src/platform/meet/engine.ts';
import { MediaClient } from '../../apps/server/src/testing/mediaClient.ts';
import { childrenOf, cpuMs, residentBytes } from '../lib/proc.ts';
import { type Options, progress, type Report, type Row } from '../lib/report.ts';
import { measureSlowLinks } from './slowLinks.ts';

const SECONDS = 10;
/** People who speak in a room. The others send what a silent microphone sends. */
const SPEAKERS = 3;
const SPEECH_MS = 20;
const SILENCE_MS = 400;
/** A small camera: 15 pictures a second of two packets, 150 kbit/s. */
const PICTURE_MS = 66;
const PICTURE_BYTES = 600;
const CAMERAS = 16;
const READY_MS = 60_000;
/**
 * Figures of the same library in the measurements for decision 0031: packets forwarded per second, and percent of a
 * core, without loss. It took 90 to 160 MB.
 */
const REFERENCE: readonly [rate: number, percent: number][] = [
  [0, 0],
  [440, 4],
  [5500, 18],
  [22_000, 37],
  [44_000, 56],
];

/** At another rate, on a line between the two nearest. */
function referenceAt(rate: number): number {
  const index = REFERENCE.findIndex(([above]) => above >= rate);
  const [[from, low], [until, high]] = [REFERENCE.at(index - 1) ?? [0, 0], REFERENCE.at(index) ?? [1, 0]];
  return low + ((rate - from) / (until - from)) * (high - low);
}

/**
 * Measures the forwarding unit with a room: processor time for each packet that it forwards, and lost packets. The
 * participants run in this process, on the same machine. Then measures the reception of browsers over slow links,
 * unless the size of a room is given.
 */
export async function run(options: Options): Promise<Report> {
  const sizes = options.members ? [Number(options.members)] : [5, 12, 25];
  const rows: Row[] = [];
  let first = 0;
  for (const size of sizes) {
    progress(`${size} people`);
    const { packets, lost, cpu, seconds, memory } = await measure(size, Number(options.seconds ?? SECONDS));
    const each = (1000 * cpu) / packets;
    first ||= each;
    rows.push(
      { what: `${size} people: packets forwarded`, figure: packets / seconds, unit: '/s' },
      { what: `${size} people: lost`, figure: (100 * lost) / (packets + lost), unit: '%', atMost: 0.1 },
      { what: `${size} people: processor`, figure: (100 * cpu) / (seconds * 1000), unit: '% of a core' },
      { what: `${size} people: processor, reference`, figure: referenceAt(packets / seconds), unit: '% of a core' },
      { what: `${size} people: time for a packet, beside ${sizes[0]} people`, figure: each / first, unit: 'x' },
      { what: `${size} people: memory`, figure: memory / 2 ** 20, unit: 'MB' },
    );
  }
  if (!options.members) rows.push(...(await measureSlowLinks()));
  return { bench: 'meet', rows, notes: ['On a busy machine only the ratios of one run say anything.'] };
}

async function measure(size: number, seconds: number) {
  const engine = forkedEngine({ port: 0, hosts: ['127.0.0.1'] }, makeLog('silent'));
  await engine.ready();
  const [unit = 0] = childrenOf(process.pid);
  const clients = Array.from({ length: size }, (_, index) => new MediaClient(`p${index}`, engine));
  try {
    for (const client of clients) {
      client.join('bench');
      const until = Date.now() + READY_MS;
      while (!client.isIn) {
        if (Date.now() > until) throw new Error(`${client.id} could not connect`);
        await sleep(50);
      }
    }
    for (const [index, client] of clients.entries()) {
      engine.media(client.id, { audio: true, camera: index < CAMERAS, screen: false });
      const others = clients.filter((each) => each !== client).map(({ id }) => id);
      engine.views(client.id, [], others);
    }
    const timers = clients.flatMap((client, index) => {
      let [sound, picture] = [index * 1000, index * 1000];
      const speech = setInterval(() => client.sendSound(++sound), index < SPEAKERS ? SPEECH_MS : SILENCE_MS);
      if (index >= CAMERAS) return [speech];
      let count = 0;
      const camera = setInterval(() => {
        // Key frames now and then, as new viewers request them.
        const key = count++ % 30 === 0;
        client.sendPicture(++picture, { key, bytes: PICTURE_BYTES, kind: 'up-small' });
        client.sendPicture(++picture, { bytes: PICTURE_BYTES, kind: 'up-small' });
      }, PICTURE_MS);
      return [speech, camera];
    });
    await sleep(4000);
    for (const client of clients) client.isCounting = true;
    const before = { count: sum(clients, 'count'), cpu: cpuMs(unit), at: performance.now() };
    await sleep(seconds * 1000);
    const packets = sum(clients, 'count') - before.count;
    const elapsed = (performance.now() - before.at) / 1000;
    const cpu = cpuMs(unit) - before.cpu;
    for (const timer of timers) clearInterval(timer);
    return { packets, lost: sum(clients, 'lost'), cpu, seconds: elapsed, memory: residentBytes(unit) };
  } finally {
    for (const client of clients) client.leave();
    engine.close();
  }
}

const sum = (clients: readonly MediaClient[], of: 'count' | 'lost') =>
  clients.reduce((total, client) => total + client[of], 0);
