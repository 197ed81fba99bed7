import { createHmac } from 'node:crypto';
import { createSectionOnce } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { randomCode, sameText } from '#platform/crypto';

/** The meeting id in tickets that only test whether a browser reaches the ports. */
export const PORT_TEST = 0;

/** Admits one participant to one room. */
export interface Ticket {
  /** The meeting's id, or `PORT_TEST`. */
  meetingId: number;
  uid: number;
  /** The person; 0 for guests. */
  userid: number;
  deviceId: number;
  nickname: string;
  /** True if the person was in the room before: neither the lobby nor a lock keeps them out. */
  isIn?: boolean;
}

/** A ticket lasts long enough to find the camera, and for a server restart. */
const LIFE_MS = 15 * 60_000;

const secretOf = async (app: App): Promise<string> =>
  (await createSectionOnce(app, 'meeting_secret', () => ({ secret: randomCode(32) }))).secret;
const sign = (secret: string, words: string) => createHmac('sha256', secret).update(words).digest('base64url');

export async function issueMeetingTicket(app: App, ticket: Ticket, now = Date.now()): Promise<string> {
  const words = Buffer.from(JSON.stringify({ ...ticket, until: now + LIFE_MS })).toString('base64url');
  return `${words}.${sign(await secretOf(app), words)}`;
}

/** Proves to the node that has the room that another node, and not a browser, passes this participant on. */
export const relayProof = async (app: App, ticket: string): Promise<string> =>
  sign(await secretOf(app), `relay.${ticket}`);
export const isRelayed = async (app: App, ticket: string, proof: unknown): Promise<boolean> =>
  typeof proof === 'string' && sameText(proof, await relayProof(app, ticket));

export async function openTicket(app: App, text: string, now = Date.now()): Promise<Ticket | undefined> {
  const [words = '', mac = ''] = text.slice(0, 1000).split('.');
  if (!words || !sameText(mac, sign(await secretOf(app), words))) return undefined;
  const { until, ...ticket } = JSON.parse(Buffer.from(words, 'base64url').toString()) as Ticket & { until: number };
  return until > now ? ticket : undefined;
}

/** The room's internal name, which does not reveal the meeting's number. */
export const channelOf = async (app: App, meetingid: string): Promise<string> =>
  createHmac('sha256', await secretOf(app))
    .update(`channel.${meetingid}`)
    .digest('hex')
    .slice(0, 32);
