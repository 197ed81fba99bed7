// `npm run bench -- NAME [--record] [--option value ...]`: measures one thing and prints it beside its budget. `--record`
// also writes the figures to bench/results, where `npm run performance` reads them.
import { parseArgs } from 'node:util';
import { type Options, print, progress, type Report } from './lib/report.ts';
import { record } from './lib/results.ts';

type Bench = (options: Options) => Promise<Report>;

const benches: Record<string, () => Promise<{ run: Bench }>> = {
  send: () => import('./send/send.bench.ts'),
  sockets: () => import('./sockets/sockets.bench.ts'),
  read: () => import('./read/read.bench.ts'),
  search: () => import('./search/search.bench.ts'),
  tasks: () => import('./tasks/tasks.bench.ts'),
  web: () => import('./web/web.bench.ts'),
  cluster: () => import('./cluster/cluster.bench.ts'),
  webhooks: () => import('./webhooks/webhooks.bench.ts'),
  recovery: () => import('./recovery/recovery.bench.ts'),
  start: () => import('./start/start.bench.ts'),
  documents: () => import('./documents/documents.bench.ts'),
  meet: () => import('./meet/meet.bench.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dialogs: { type: 'string' },
    members: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    'in-flight': { type: 'string' },
    sockets: { type: 'string' },
    to: { type: 'string' },
    record: { type: 'boolean' },
  },
});
const load = benches[positionals[0] ?? ''];
if (!load) {
  process.stderr.write(`Say which bench: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
  process.exitCode = 1;
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { run } = await load();
  const report = await run(values);
  print(report);
  if (values.record)
    progress(`Recorded in ${record(report)}. \`npm run performance\` writes it into docs/performance.md.`);
  // Threads of the media library would keep it running.
  setTimeout(() => process.exit(), 1000).unref();
}
