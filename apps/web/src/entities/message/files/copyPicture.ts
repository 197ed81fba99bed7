/** Every browser that takes pictures at all takes this kind. */
const KIND = 'image/png';

/** Old browsers, and pages that are not secure, have no place for pictures. */
export const canCopyPictures = (): boolean =>
  typeof ClipboardItem === 'function' && Boolean(navigator.clipboard?.write);

/** Lays a picture into the clipboard; the address is asked for as the item is made, or Safari forgets who clicked. */
export const copyPicture = (address: string): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ [KIND]: drawn(address) })]);

async function drawn(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const blob = await answer.blob();
  if (blob.type === KIND) return blob;
  const picture = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: KIND });
}
