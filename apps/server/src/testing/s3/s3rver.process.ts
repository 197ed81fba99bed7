import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * A fake S3 server with one bucket, as a process: `s3rver.process.ts FOLDER BUCKET`. Writes its port to the output.
 *
 * s3rver stores files and checks signatures. This adds what it leaves out: a body must have the checksum that was
 * signed, incomplete uploads can be listed and removed, and a bucket's path may end with a slash.
 */
interface Context {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
  req: Readable;
  status: number;
  body: unknown;
  type: string;
  mountPath: string;
  state: { vhost: boolean };
}
type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
type Server = { middleware: Middleware[]; run(): Promise<AddressInfo> };

const [folder = '', bucket = ''] = process.argv.slice(2);
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;
const uploads = path.join(folder, bucket, '._S3rver_uploads');

const complete: Middleware = async (context, next) => {
  const { method, query, headers } = context;
  const isBucket = /^\/[^/]+\/?$/.test(context.path);
  if (isBucket && context.path.endsWith('/')) [context.mountPath, context.state.vhost] = ['/', true];
  if (method === 'DELETE' && query['uploadId']) {
    await rm(path.join(uploads, query['uploadId']), { recursive: true, force: true });
    context.status = 204;
    return;
  }
  if (method === 'GET' && isBucket && query['uploads'] !== undefined) {
    context.type = 'application/xml';
    context.body = await listUploads(query['prefix'] ?? '');
    return;
  }
  const signed = headers['x-amz-content-sha256'] ?? '';
  if (method === 'PUT' && /^[0-9a-f]{64}$/.test(signed)) {
    const body = await buffer(context.req);
    if (createHash('sha256').update(body).digest('hex') !== signed) {
      context.status = 400;
      context.type = 'application/xml';
      context.body = '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>';
      return;
    }
    context.req = Object.assign(Readable.from([body]), { headers });
  }
  await next();
};

async function listUploads(prefix: string): Promise<string> {
  const ids = await readdir(uploads).catch(() => []);
  const all = await Promise.all(
    ids.map(async (id) => {
      const file = path.join(uploads, id, 'key');
      const [key, { birthtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
      return { id, key, at: birthtime.toISOString() };
    }),
  );
  const items = all
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ id, key, at }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
    );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`;
}

const server = new Server({
  directory: folder,
  address: '127.0.0.1',
  port: 0,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
});
// The last one is its router.
server.middleware.splice(-1, 0, complete);
const { port } = await server.run();
process.stdout.write(`${port}\n`);
