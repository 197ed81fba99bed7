import type { Log } from '../log.ts';
import { guardedFetch, makeOutbound } from '../outside/outbound.ts';
import { forkedEngine, type MeetEngine, type MeetNetwork, type OnTraffic } from './engine.ts';

/** The built-in unit, or the operator's LiveKit server, whose library is loaded only then. */
export async function makeMeetEngine(network: MeetNetwork, log: Log, onTraffic: OnTraffic): Promise<MeetEngine> {
  const { livekit } = network;
  if (!livekit) return forkedEngine(network, log, onTraffic);
  const { httpOf, liveKitEngine } = await import('./livekit.ts');
  // The operator trusts this one host, which is often on the local network. Nothing else may be requested there.
  const outbound = makeOutbound(undefined, [new URL(httpOf(livekit.url)).host]);
  const engine = liveKitEngine(livekit, guardedFetch(outbound.open), log);
  return {
    ...engine,
    close() {
      engine.close();
      outbound.close();
    },
  };
}
