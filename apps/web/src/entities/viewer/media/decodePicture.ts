import { ViewerError } from '../fileBytes.ts';

/** The formats that browsers draw, with the type that they need: the server sends uncommon ones without it. */
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  // An SVG is shown as a picture, in which no script runs and nothing loads.
  svg: 'image/svg+xml',
};
/** The formats that are drawn from their address. */
const PLAIN = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const MAX_PIXELS = 100_000_000;

export const isPlainPicture = (ext: string): boolean => PLAIN.includes(ext);

export interface OpenPicture {
  /** The number of pages in a scanned or faxed TIFF; 1 for other pictures. */
  pages: number;
  /** @param page  from 0. @throws ViewerError */
  draw(page: number): Promise<Blob>;
}

/** Converts a picture to one that a browser draws. HEIC and TIFF are decoded here. @throws ViewerError */
export async function openPicture(bytes: Uint8Array<ArrayBuffer>, ext: string): Promise<OpenPicture> {
  const type = TYPES[ext];
  if (type) return { pages: 1, draw: async () => new Blob([bytes], { type }) };
  if (ext === 'heic' || ext === 'heif') return { pages: 1, draw: () => decodeHeic(bytes) };
  return openTiff(bytes);
}

async function decodeHeic(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  // Safari draws HEIC itself.
  const own = new Blob([bytes], { type: 'image/heic' });
  if (await canDraw(own)) return own;
  const { heicTo } = await import('heic-to/csp');
  try {
    return await heicTo({ blob: own, type: 'image/jpeg', quality: 0.92 });
  } catch {
    throw new ViewerError('broken');
  }
}

async function canDraw(blob: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(blob)).close();
    return true;
  } catch {
    return false;
  }
}

/** The size of a page of a TIFF, by the numbers of its tags. */
function sizeOf(page: object): [width: number, height: number] {
  const tag = (name: string) => Number((page as Record<string, number[]>)[name]?.[0] ?? 0);
  return [tag('t256'), tag('t257')];
}

async function openTiff(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPicture> {
  const { decode, decodeImage, toRGBA8 } = await import('utif2');
  const orBroken = async <T>(run: () => T | Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw error instanceof ViewerError ? error : new ViewerError('broken');
    }
  };
  const pages = await orBroken(() => decode(bytes.buffer).filter((page) => Math.min(...sizeOf(page)) > 0));
  if (pages.length === 0) throw new ViewerError('broken');
  return {
    pages: pages.length,
    draw: (index) =>
      orBroken(async () => {
        const page = pages[index];
        if (!page) throw new ViewerError('broken');
        const [width, height] = sizeOf(page);
        if (width * height > MAX_PIXELS) throw new ViewerError('large', MAX_PIXELS);
        decodeImage(bytes.buffer, page);
        const pixels = new Uint8ClampedArray(toRGBA8(page));
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
        return canvas.convertToBlob({ type: 'image/png' });
      }),
  };
}
