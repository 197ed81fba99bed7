import type { MeetingQuality } from '@atrium/contract/chat/meetingRoom.ts';

/** Totals of a connection; two of them give its quality in between. */
export interface Counts {
  received: number;
  lost: number;
  /** In seconds. */
  roundTrip: number;
}

export function countsOf(report: RTCStatsReport): Counts {
  const counts: Counts = { received: 0, lost: 0, roundTrip: 0 };
  for (const stat of report.values() as Iterable<Record<string, unknown>>) {
    if (stat['type'] === 'inbound-rtp') {
      counts.received += Number(stat['packetsReceived'] ?? 0);
      counts.lost += Math.max(0, Number(stat['packetsLost'] ?? 0));
    }
    if (stat['type'] === 'candidate-pair' && stat['nominated']) {
      counts.roundTrip = Math.max(counts.roundTrip, Number(stat['currentRoundTripTime'] ?? 0));
    }
  }
  return counts;
}

/** Thresholds at which people notice, and at which they can hardly talk. */
const FAIR = { loss: 0.03, roundTrip: 0.3 };
const POOR = { loss: 0.08, roundTrip: 0.6 };

export function qualityOf(now: Counts, before: Counts | null): MeetingQuality {
  const received = Math.max(0, now.received - (before?.received ?? 0));
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  const loss = received + lost > 0 ? lost / (received + lost) : 0;
  const isBeyond = (most: typeof FAIR) => loss > most.loss || now.roundTrip > most.roundTrip;
  return isBeyond(POOR) ? 'poor' : isBeyond(FAIR) ? 'fair' : 'good';
}
