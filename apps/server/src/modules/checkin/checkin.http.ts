import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { sameText } from '#platform/crypto';
import { rawParams } from '#platform/http/params';
import { neighbourhood } from '#platform/limiter';
import { performWork } from '#platform/work';
import { listPunchers } from './checkin.queries.ts';
import { plainMac } from './devices.service.ts';
import { punch } from './punch.service.ts';
import { refusalScript, routerScript } from './router.ts';
import { checkinOf, hasMode, isCheckinOpen } from './setting.service.ts';

/** The number of reports per address and window. Several routers and devices may share an address. */
const REPORTS = 120;
/** Failed keys per address and window. */
const GUESSES = 20;
const WINDOW_MS = 60_000;
const MOST_MACS = 1000;
/** A device that was offline may report what it saw up to this long ago. A report from the future counts as now. */
const OLDEST_MS = 12 * 3_600_000;
const NAMED = /^(?:manual|locat|face|checkin)-(\d{1,9})$/;

/**
 * Endpoints for routers and face recognition devices: plain text instead of the envelope, and a key instead of a
 * sign-in.
 */
export function registerCheckin(server: FastifyInstance, app: App): void {
  const door = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    server.route({
      method: ['GET', 'POST'],
      url: `/api/public/checkin/${path}`,
      handler: async (request, reply) => {
        reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
        if (!app.limiter.take(`checkin.report:${neighbourhood(request.ip)}`, REPORTS, WINDOW_MS)) return tooMany(reply);
        return reply.send(await answer(request, reply));
      },
    });
  door('install', async (request, reply) => {
    const { key } = await rawParams(request);
    const refusal = refusalOf(app, 'auto', key);
    if (refusal === '') return routerScript(app.publicUrl, checkinOf(app).key);
    return isGuessing(app, request, refusal) ? tooMany(reply) : refusalScript(refusal);
  });
  door('report', async (request, reply) => {
    const { key, mac, time, type } = await rawParams(request);
    const mode = type === 'face' ? 'face' : 'auto';
    const refusal = refusalOf(app, mode, key);
    if (refusal !== '') return isGuessing(app, request, refusal) ? tooMany(reply) : refusal;
    const { macs, userids } = readNames(mac);
    const people = await listPunchers(app.db, macs, userids);
    // Most reports of a router list devices that nobody has registered.
    if (people.length > 0) {
      await performWork(app, systemCaller, (work) =>
        punch(work, { userids: people, at: momentOf(time, work.now), mode }),
      );
    }
    return 'success';
  });
}

const tooMany = (reply: FastifyReply): string => {
  reply.status(429);
  return 'too many requests';
};

function refusalOf(app: App, mode: 'auto' | 'face', key: unknown): '' | 'function off' | 'mode off' | 'key error' {
  if (!isCheckinOpen(app)) return 'function off';
  if (!hasMode(app, mode)) return 'mode off';
  const kept = checkinOf(app);
  const right = mode === 'face' ? kept.face_key : kept.key;
  return right !== '' && typeof key === 'string' && sameText(key, right) ? '' : 'key error';
}

const isGuessing = (app: App, { ip }: FastifyRequest, refusal: string) =>
  refusal === 'key error' && !app.limiter.take(`checkin.key:${neighbourhood(ip)}`, GUESSES, WINDOW_MS);

/** Reads MAC addresses, and ids of people. */
function readNames(mac: unknown): { macs: string[]; userids: number[] } {
  const names = (Array.isArray(mac) ? mac.filter(isText) : isText(mac) ? mac.split(',') : []).slice(0, MOST_MACS);
  const macs = names.flatMap((name) => plainMac(name) ?? []);
  const userids = names.flatMap((name) => NAMED.exec(name.trim())?.[1] ?? []).map(Number);
  return { macs: [...new Set(macs)], userids: [...new Set(userids)] };
}

/** Objects are refused, because converting one to text may fail. */
const isText = (value: unknown): value is string => typeof value === 'string';

function momentOf(time: unknown, now: Date): Date {
  const at = (typeof time === 'object' ? Number.NaN : Number(time)) * 1000;
  return at <= now.getTime() && at >= now.getTime() - OLDEST_MS ? new Date(at) : now;
}
