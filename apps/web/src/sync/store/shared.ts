/**
 * Content shared by another application arrives as a form, and waits in the browser for the page that asks for the
 * target. One at a time: newer content replaces older.
 */
const SHARED_CACHE = 'shared';
const META = '/shared/meta';
const fileAt = (index: number) => `/shared/file/${index}`;
export const SHARE_PATH = '/share';
export const SHARE_SCREEN = '/manage/share';
/** Shared content waits this long, enough to sign in first. */
const KEPT_MS = 60 * 60_000;
const MOST_FILES = 20;

export interface Shared {
  text: string;
  files: File[];
}
interface Meta {
  text: string;
  names: string[];
  at: number;
}
type Caches = Pick<CacheStorage, 'open' | 'delete'>;

/** Stores the shared content and opens the screen that asks for the target. */
export async function takeShared(request: Request, caches: Caches, now: number): Promise<Response> {
  const form = await request.formData();
  const text = wordsOf(['title', 'text', 'url'].map((name) => form.get(name)));
  const files = form.getAll('files').filter((each): each is File => each instanceof File && each.size > 0);
  await storeShared({ text, files }, caches, now);
  return Response.redirect(new URL(SHARE_SCREEN, request.url), 303);
}

/** Stores content that a shell or the system's "Open with" hands over, in the same way. */
export async function storeShared({ text, files }: Shared, caches: Caches, now: number): Promise<void> {
  const kept = files.slice(0, MOST_FILES);
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  const meta: Meta = { text, names: kept.map((file) => file.name), at: now };
  await Promise.all(kept.map((file, index) => cache.put(fileAt(index), bodyOf(file))));
  await cache.put(META, Response.json(meta));
}

/** Joins texts without duplicates: applications put the title and the address into the text as well. */
function wordsOf(parts: readonly (FormDataEntryValue | null)[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const line = typeof part === 'string' ? part.trim() : '';
    if (!line || lines.some((each) => each.includes(line))) continue;
    lines.splice(0, lines.length, ...lines.filter((each) => !line.includes(each)), line);
  }
  return lines.join('\n');
}

const bodyOf = (file: File) => new Response(file, { headers: { 'content-type': file.type } });

/** Reads the waiting content, unless it is too old; it stays until it is placed. */
export async function readShared(caches: Caches, now: number): Promise<Shared | null> {
  const cache = await caches.open(SHARED_CACHE);
  const meta = (await (await cache.match(META))?.json()) as Meta | undefined;
  if (!meta || now - meta.at > KEPT_MS) {
    await caches.delete(SHARED_CACHE);
    return null;
  }
  const files = await Promise.all(
    meta.names.map(async (name, index) => {
      const kept = await cache.match(fileAt(index));
      return kept && new File([await kept.blob()], name, { type: kept.headers.get('content-type') ?? '' });
    }),
  );
  return { text: meta.text, files: files.filter((file) => file !== undefined) };
}

export const dropShared = async (caches: Caches): Promise<void> => void (await caches.delete(SHARED_CACHE));
