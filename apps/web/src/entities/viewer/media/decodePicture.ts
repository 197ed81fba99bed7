import { Unshown } from '../fileBytes.ts';

/** Formats that browsers draw, by the name that they need: the server sends uncommon ones without it. */
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  // As a picture an SVG runs no script and loads nothing.
  svg: 'image/svg+xml',
};
/** Drawn from their address. */
const PLAIN = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const MAX_PIXELS = 100_000_000;

export const isPlainPicture = (ext: string): boolean => PLAIN.includes(ext);

/** A picture that a browser draws. HEIC and TIFF are decoded here. @throws Unshown */
export async function drawablePicture(bytes: Uint8Array<ArrayBuffer>, ext: string): Promise<Blob> {
  const type = TYPES[ext];
  if (type) return new Blob([bytes], { type });
  if (ext === 'heic' || ext === 'heif') return decodeHeic(bytes);
  return decodeTiff(bytes);
}

async function decodeHeic(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  // Safari draws them itself.
  const own = new Blob([bytes], { type: 'image/heic' });
  if (await canDraw(own)) return own;
  const { heicTo } = await import('heic-to/csp');
  try {
    return await heicTo({ blob: own, type: 'image/jpeg', quality: 0.92 });
  } catch {
    throw new Unshown('broken');
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

/** The first page of a TIFF. */
async function decodeTiff(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const { decode, decodeImage, toRGBA8 } = await import('utif2');
  try {
    const [page] = decode(bytes.buffer);
    const size = (name: string) => Number((page as unknown as Record<string, number[]>)?.[name]?.[0] ?? 0);
    const [width, height] = [size('t256'), size('t257')];
    if (!page || width < 1 || height < 1) throw new Unshown('broken');
    if (width * height > MAX_PIXELS) throw new Unshown('large', MAX_PIXELS);
    decodeImage(bytes.buffer, page);
    const pixels = new Uint8ClampedArray(toRGBA8(page));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } catch (error) {
    throw error instanceof Unshown ? error : new Unshown('broken');
  }
}
