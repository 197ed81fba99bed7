/** The type of copied pictures, which all browsers support that can copy pictures. */
const KIND = 'image/png';

/** False in old browsers and on insecure pages, which cannot copy pictures. */
export const canCopyPictures = (): boolean =>
  typeof ClipboardItem === 'function' && Boolean(navigator.clipboard?.write);

/** Copies a picture to the clipboard; it is fetched inside the item, otherwise Safari loses the user's click. */
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
