/** Extensions of pictures that browsers display. */
export const PICTURE_EXTENSIONS: readonly string[] = ['jpg', 'jpeg', 'webp', 'png', 'gif'];

/** A picture longer than this many times its width (or vice versa) is cropped for its thumbnail. */
const MESSAGE_RATIO = 5;
/** The width of a message picture's thumbnail. */
export const MESSAGE_THUMB = 320;
/** Size of an image in a dialog, in CSS pixels. */
export const MESSAGE_SHOWN = 220;
export interface Size {
  width: number;
  height: number;
}

/** The part of a picture that a thumbnail shows: cropped if one side is more than `ratio` times the other. */
export function croppedSize({ width, height }: Size, ratio: number): Size {
  if (width > height * ratio) return { width: height * ratio, height };
  if (height > width * ratio) return { width, height: width * ratio };
  return { width, height };
}

/** A message's thumbnail: at most 320 wide, never enlarged. */
export function messageThumb(size: Size): Size {
  const cut = croppedSize(size, MESSAGE_RATIO);
  const scale = Math.min(1, MESSAGE_THUMB / cut.width);
  return { width: Math.max(1, Math.round(cut.width * scale)), height: Math.max(1, Math.round(cut.height * scale)) };
}

/** The box of a message's picture, known before it has loaded. */
export function shownSize(size: Size, limit: number = MESSAGE_SHOWN): Size {
  const cut = croppedSize(size, MESSAGE_RATIO);
  const scale = Math.min(1, limit / Math.max(cut.width, cut.height));
  return { width: Math.max(1, Math.round(cut.width * scale)), height: Math.max(1, Math.round(cut.height * scale)) };
}

/** The size in lists. */
const LIST = { ratio: 2, width: 80 } as const;
/** The box of a picture in a list: at most 80 wide, and no side more than twice the other. */
export function listThumb(size: Size): Size {
  const cut = croppedSize(size, LIST.ratio);
  const scale = Math.min(1, LIST.width / cut.width);
  return { width: Math.max(1, Math.round(cut.width * scale)), height: Math.max(1, Math.round(cut.height * scale)) };
}
