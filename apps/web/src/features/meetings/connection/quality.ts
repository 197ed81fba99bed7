import type { MeetingPlaces, MeetingQuality } from '@atrium/contract/chat/meetingRoom.ts';

/** Totals of a connection; two of them give its quality in between. */
export interface Counts {
  received: number;
  lost: number;
  /** The round-trip time in seconds. */
  roundTrip: number;
  /** Connectivity checks sent on the path in use, their answers, and bytes received. */
  checks: number;
  answers: number;
  bytes: number;
}

export function countsOf(report: RTCStatsReport): Counts {
  const counts: Counts = { received: 0, lost: 0, roundTrip: 0, checks: 0, answers: 0, bytes: 0 };
  for (const stat of report.values() as Iterable<Record<string, unknown>>) {
    if (stat['type'] === 'inbound-rtp') {
      counts.received += Number(stat['packetsReceived'] ?? 0);
      counts.lost += Math.max(0, Number(stat['packetsLost'] ?? 0));
    }
    if (stat['type'] === 'candidate-pair' && stat['nominated']) {
      counts.roundTrip = Math.max(counts.roundTrip, Number(stat['currentRoundTripTime'] ?? 0));
      counts.checks += Number(stat['requestsSent'] ?? 0);
      counts.answers += Number(stat['responsesReceived'] ?? 0);
      counts.bytes += Number(stat['bytesReceived'] ?? 0);
    }
  }
  return counts;
}

/** The thresholds at which people notice, and at which they can hardly talk. */
const FAIR = { loss: 0.03, roundTrip: 0.3 };
const POOR = { loss: 0.08, roundTrip: 0.6 };

export function qualityOf(now: Counts, before: Counts | null): MeetingQuality {
  const received = Math.max(0, now.received - (before?.received ?? 0));
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  const loss = received + lost > 0 ? lost / (received + lost) : 0;
  const isBeyond = (most: typeof FAIR) => loss > most.loss || now.roundTrip > most.roundTrip;
  return isBeyond(POOR) ? 'poor' : isBeyond(FAIR) ? 'fair' : 'good';
}

/**
 * The number of checks in a row with limited cameras, after which the line counts as too thin: the server starts with
 * small cameras until it knows the bandwidth.
 */
const HELD_LOOKS = 3;
const RANKS: readonly MeetingQuality[] = ['good', 'fair', 'poor'];

/** Counts the looks since the line has been too thin for the cameras that the screen shows. */
export const countReducedChecks = (seats: MeetingPlaces['seats'], before: number): number =>
  seats.some(({ isReduced }) => isReduced) ? before + 1 : 0;

/**
 * Reduces the quality if the line is too thin for cameras. Nothing is lost then, so that loss and delay alone would
 * call it good.
 */
export function withCameras(quality: MeetingQuality, seats: MeetingPlaces['seats'], looks: number): MeetingQuality {
  if (looks < HELD_LOOKS) return quality;
  const reduced = seats.filter(({ isReduced }) => isReduced);
  const least = reduced.some(({ isShown }) => !isShown) ? 'poor' : reduced.length > 0 ? 'fair' : 'good';
  return RANKS.indexOf(least) > RANKS.indexOf(quality) ? least : quality;
}

/** Unanswered checks after which a path is dead. */
const UNANSWERED = 3;

/**
 * True if no media get through anymore. A browser that has another path, which the server does not use, still reports
 * that it is connected.
 */
export const isDead = (now: Counts, before: Counts | null): boolean =>
  before !== null &&
  now.checks - before.checks >= UNANSWERED &&
  now.answers === before.answers &&
  now.bytes === before.bytes;
