import { startAtrium } from './lib/atrium.ts';
import { makePeople, withDatabase } from './lib/fill.ts';
import { call } from './lib/call.ts';
import { projectAdd } from '@atrium/contract/projects.ts';
import { taskAdd, taskLists } from '@atrium/contract/tasks.ts';
import { fillBoard } from './tasks/board.ts';
import { cpuMs, childrenOf } from './lib/proc.ts';
import { gzipSync, constants, zstdCompressSync, brotliCompressSync } from 'node:zlib';
const a = await startAtrium();
console.log('started', a.startedMs);
const pgCpu = () => childrenOf(a.postgresPid).reduce((s, p) => s + cpuMs(p), 0);
const [ada] = await withDatabase(a.database, (db) => makePeople(db, 2));
const b = await withDatabase(a.database, (db) => fillBoard(db, ada!.userid, [], 2000));
let c0 = cpuMs(a.pid), p0 = pgCpu();
const ts: number[] = [];
let r: unknown;
for (let i = 0; i < 40; i++) { const t = performance.now(); r = await call(a.base, ada!.token, taskLists, { project_id: b.projectId, pagesize: 2000 }); ts.push(performance.now() - t); if (i === 19) { c0 = cpuMs(a.pid); p0 = pgCpu(); } }
console.log('board', ts.slice(20).sort((x, y) => x - y)[10], 'server cpu', (cpuMs(a.pid) - c0) / 20, 'pg', (pgCpu() - p0) / 20);
const text = JSON.stringify(r);
const t = (n: string, f: () => Buffer) => { f(); const s = performance.now(); let x; for (let i = 0; i < 5; i++) x = f(); console.log(n, x!.length / 1024, (performance.now() - s) / 5); };
console.log(text.length / 1024);
t('gzip1', () => gzipSync(text, { level: 1 }));
t('gzip6', () => gzipSync(text));
t('zstd1', () => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }));
t('br1', () => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
{ const s = performance.now(); for (let i = 0; i < 5; i++) JSON.stringify(r); console.log('stringify', (performance.now() - s) / 5); }
await a.stop();
