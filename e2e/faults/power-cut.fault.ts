import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { type Fault, NotPossibleHere } from './fault.ts';
import { Cleanup, check, type Person, register, startDatabase, startServer, tempFolder } from './support.ts';

const run = promisify(execFile);
/** The size that `upload/chunk` requires. */
const CHUNK_BYTES = 5 * 1024 * 1024;

/**
 * The server's files are on an ext4 image. The image is copied right after each acknowledgement: data that the mounted
 * file system has only in memory is missing in the copy, as on a disk whose power was cut.
 */
export const fault: Fault = {
  name: 'power-cut',
  promise: 'Files of every kind that were acknowledged are there, byte for byte, after the power is cut.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const work = await tempFolder(cleanup);
      const disk = await mountDisk(cleanup, work);
      const database = await startDatabase(cleanup);
      const data = path.join(disk.folder, 'data');
      const server = await startServer(cleanup, { ATRIUM_DATA: data, DATABASE_URL: database.url });
      const ada = await register(server.base);
      const bo = await register(server.base);
      const dialog = await ada.call('dialog/open/user', { userid: bo.userid });

      const kinds = Object.entries(uploads(server.base, ada, Number(dialog.id)));
      const losses: string[] = [];
      for (const [kind, upload] of kinds) {
        await upload();
        const live = await filesIn(data);
        const cut = await disk.afterCut((folder) => filesIn(path.join(folder, 'data')));
        const lost = [...live].filter(([name, content]) => !cut.get(name)?.equals(content));
        if (lost.length > 0 || live.size === 0) losses.push(`${kind}: ${lost.length} of ${live.size} files lost`);
      }
      check(losses.length === 0, losses.join('; '));
      return `${(await filesIn(data)).size} files after ${kinds.length} kinds of upload, all there`;
    } finally {
      await cleanup.run();
    }
  },
};

function uploads(base: string, ada: Person, dialogId: number): Record<string, () => Promise<unknown>> {
  const send = (name: string, fields: Record<string, string | number | Blob>, fileName?: string) =>
    post(base, ada, name, fields, fileName);
  const inPieces = randomBytes(CHUNK_BYTES + 70_000);
  let uploadId = '';
  const chunk = (index: number) => {
    const blob = new Blob([inPieces.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)]);
    return send('upload/chunk', { upload_id: uploadId, index, blob }, 'blob');
  };
  return {
    'file in a message': () =>
      send('dialog/msg/sendfile', { dialog_id: dialogId, files: new Blob([randomBytes(300_000)]) }, 'plan.bin'),
    'picture in a message': async () =>
      send('dialog/msg/sendfile', { dialog_id: dialogId, files: await picture(900, 600) }, 'photo.jpg'),
    'file area': () =>
      send(
        'file/content/upload',
        { webkitRelativePath: 'a/b/c.bin', files: new Blob([randomBytes(200_000)]) },
        'c.bin',
      ),
    'text in the file area': async () => {
      const { id } = await ada.call('file/add', { name: 'Notes', type: 'document' });
      return ada.call('file/content/save', { id, content: JSON.stringify({ type: 'md', content: '# Plan' }) });
    },
    'first chunk': async () => {
      const begun = { name: 'big.bin', size: inPieces.length, dialog_id: dialogId };
      uploadId = String((await ada.call('upload/init', begun)).upload_id);
      return chunk(0);
    },
    'second chunk': () => chunk(1),
    'merge of chunks': () => ada.call('upload/merge', { upload_id: uploadId }),
    avatar: async () => send('system/imgupload', { image: await picture(400, 400) }, 'me.jpg'),
    sticker: async () => {
      const set = await ada.call('dialog/sticker/set/save', { name: 'Team' });
      return send('dialog/sticker/add', { set_id: Number(set.id), file: await picture(240, 240) }, 'wave.jpg');
    },
    import: () => send('import/upload', { kind: 'trello', file: new Blob([BOARD]) }, 'board.json'),
  };
}

const BOARD = JSON.stringify({
  id: '5f0000000000000000000001',
  name: 'Board',
  lists: [{ id: '5f0000000000000000000002', name: 'To do', closed: false, pos: 1 }],
  cards: [{ id: '5f0000000000000000000003', name: 'Card', idList: '5f0000000000000000000002', closed: false, pos: 1 }],
  members: [],
  labels: [],
  checklists: [],
  actions: [],
});

async function picture(width: number, height: number): Promise<Blob> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)]);
}

async function post(
  base: string,
  { token }: Person,
  name: string,
  fields: Record<string, string | number | Blob>,
  fileName = 'file',
): Promise<Record<string, unknown>> {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value instanceof Blob) body.set(key, value, fileName);
    else body.set(key, String(value));
  }
  const response = await fetch(`${base}/api/${name}`, { method: 'POST', headers: { token }, body });
  const { ret, msg, data } = (await response.json()) as { ret: number; msg: string; data: Record<string, unknown> };
  if (ret !== 1) throw new Error(`${name}: ${msg}`);
  return data;
}

/** The stored files below a data folder, by path. Files still being written are not guaranteed. */
async function filesIn(data: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const entries = await readdir(data, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(data, file);
    if (entry.isFile() && /^(files\/(?!new\/)|uploads\/(parts\/|import-))/.test(name)) {
      found.set(name, await readFile(file));
    }
  }
  return found;
}

interface Disk {
  folder: string;
  /** Reads the disk's state as after a power cut now. */
  afterCut<T>(read: (folder: string) => Promise<T>): Promise<T>;
}

/** @throws NotPossibleHere  if file systems cannot be mounted */
async function mountDisk(cleanup: Cleanup, work: string): Promise<Disk> {
  if (process.getuid?.() !== 0) throw new NotPossibleHere('mounting a disk image needs root');
  const [image, copy] = [path.join(work, 'disk.img'), path.join(work, 'cut.img')];
  const [folder, after] = [path.join(work, 'disk'), path.join(work, 'cut')];
  await mkdir(folder);
  await mkdir(after);
  try {
    await run('truncate', ['-s', '256M', image]);
    await run('mkfs.ext4', ['-q', image]);
    // On its own the file system writes nothing for ten minutes.
    await run('mount', ['-o', 'loop,commit=600', image, folder]);
  } catch (error) {
    throw new NotPossibleHere(`no ext4 on a loop device: ${String((error as { stderr?: string }).stderr).trim()}`);
  }
  cleanup.add(() => run('umount', [folder]));
  return {
    folder,
    async afterCut(read) {
      await run('cp', ['--sparse=always', image, copy]);
      await run('mount', ['-o', 'loop', copy, after]);
      try {
        return await read(after);
      } finally {
        await run('umount', [after]);
      }
    },
  };
}
