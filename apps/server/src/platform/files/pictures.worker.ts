import { stat } from 'node:fs/promises';
import { messageThumb, type Size } from '@atrium/contract/files/pictures.ts';
import sharp, { type Metadata } from 'sharp';
import type { PictureAnswer, PictureOrder } from './pictures.ts';

/**
 * The limit for pixels: the largest phone cameras have 108 million, and at four bytes per pixel this still fits into
 * memory.
 */
const MAX_PIXELS = 120_000_000;
const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const;
const QUALITY = 88;
const THUMB_QUALITY = 80;

sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ id, order }: { id: number; order: PictureOrder }) => {
  void answerTo(order).then((answer) => process.send?.({ id, answer }));
});
process.on('disconnect', () => process.exit(0));

async function answerTo(order: PictureOrder): Promise<PictureAnswer> {
  try {
    return await examine(order);
  } catch (error) {
    return { refused: /pixel limit/i.test((error as Error).message) ? 'pixels' : 'broken' };
  }
}

async function examine({ path, thumb, clean, quality }: PictureOrder): Promise<PictureAnswer> {
  // Opens a picture. A truncated one fails instead of being filled up with gray.
  const open = (isAnimated = false) =>
    sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: isAnimated });
  const meta = await open().metadata();
  const format = FORMATS.find((each) => each === meta.format);
  if (!format) return { refused: 'broken' };
  if (meta.width * meta.height > MAX_PIXELS) return { refused: 'pixels' };
  const size: Size = meta.autoOrient;
  const small = messageThumb(size);
  // The thumbnail of a tall picture shows its top, because a long screenshot is recognized by its beginning.
  const position = size.height > size.width ? 'top' : 'centre';
  await open()
    .autoOrient()
    .resize(small.width, small.height, { fit: 'cover', position })
    .webp({ quality: THUMB_QUALITY })
    .toFile(thumb);
  const mustChange = format !== 'gif' && isTalkative(meta);
  const isPhoto = format === 'jpeg' || format === 'webp';
  if (mustChange || (isPhoto && quality)) {
    const whole = open((meta.pages ?? 1) > 1).autoOrient();
    if (format === 'jpeg') await whole.jpeg({ quality: quality ?? QUALITY, mozjpeg: false }).toFile(clean);
    else if (format === 'png') await whole.png().toFile(clean);
    else await whole.webp({ quality: quality ?? QUALITY }).toFile(clean);
  }
  const isCleaned = mustChange || (isPhoto && quality !== undefined && (await isWorthIt(path, clean)));
  const { size: thumbBytes } = await stat(thumb);
  return { look: { format, ...size, isCleaned, thumbBytes } };
}

/** A small saving is not worth the loss of quality. */
const isWorthIt = async (before: string, after: string) => (await stat(after)).size < (await stat(before)).size * 0.9;

/** True if the picture has metadata that reveals where and with which camera it was taken, or a rotation. */
const isTalkative = (meta: Metadata) =>
  Boolean(meta.exif || meta.xmp || meta.iptc || meta.comments?.length) || (meta.orientation ?? 1) > 1;
