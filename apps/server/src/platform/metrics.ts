import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of `/metrics`. One registry per app, so that tests can start several. */
export function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'atrium_request_seconds',
      help: 'Time to answer a call.',
      labelNames: ['call', 'ret'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'atrium_sockets', help: 'Live connections.', registers }),
    sends: new Counter({ name: 'atrium_sends_total', help: 'Messages sent.', registers }),
    delivered: new Counter({ name: 'atrium_frames_total', help: 'Frames handed to sockets.', registers }),
    behind: new Counter({
      name: 'atrium_sockets_behind_total',
      help: 'Sockets that were too slow for live events and went on from the event log.',
      registers,
    }),
    dropped: new Counter({ name: 'atrium_sockets_dropped_total', help: 'Sockets dropped for not reading.', registers }),
    eventLag: new Histogram({
      name: 'atrium_event_lag_seconds',
      help: 'From commit to hand-over to the sockets.',
      buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.25, 1],
      registers,
    }),
    pool: new Gauge({ name: 'atrium_db_pool', help: 'Database connections.', labelNames: ['state'], registers }),
    jobs: new Gauge({ name: 'atrium_jobs_waiting', help: 'Background jobs waiting.', registers }),
  };
}
export type Metrics = ReturnType<typeof makeMetrics>;
