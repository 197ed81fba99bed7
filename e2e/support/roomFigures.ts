import type { Page } from '@playwright/test';

/** For the page: keeps its connections, so that their figures can be read. */
export const KEEP = `{
  window.connections = [];
  const Original = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(...options) { super(...options); window.connections.push(this); }
  };
}`;

/** Figures of a page's reception in a meeting, since its connection began. */
interface RoomFigures {
  /** `udp` or `tcp`. */
  pair: string;
  frames: number;
  sound: number;
  concealed: number;
}
const FIGURES = `(async () => {
  const own = window.connections.at(-1);
  // A slow page has none at first.
  const report = own ? [...(await own.getStats()).values()] : [];
  const transport = report.find((each) => each.type === 'transport');
  const pair = report.find((each) => each.id === transport?.selectedCandidatePairId);
  const remote = report.find((each) => each.id === pair?.remoteCandidateId);
  const sum = (kind, of) => report.filter((each) => each.type === 'inbound-rtp' && each.kind === kind)
    .reduce((total, each) => total + (each[of] ?? 0), 0);
  return {
    pair: remote?.protocol ?? '',
    frames: sum('video', 'framesDecoded'),
    sound: sum('audio', 'totalSamplesReceived'),
    concealed: sum('audio', 'concealedSamples') - sum('audio', 'silentConcealedSamples'),
  };
})()`;
export const figuresOf = (page: Page) => page.evaluate<RoomFigures>(FIGURES);

/** Pictures per second of all cameras together, and the share of sound that had to be made up. */
export const figuresBetween = (before: RoomFigures, after: RoomFigures, seconds: number) => ({
  framesPerSecond: (after.frames - before.frames) / seconds,
  concealed: (after.concealed - before.concealed) / (after.sound - before.sound),
});
