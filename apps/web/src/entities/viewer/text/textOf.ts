import { ViewerError } from '../fileBytes.ts';
import { decodeText } from './decodeText.ts';

/** @throws ViewerError  if it is not text */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === undefined) throw new ViewerError('unsupported');
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}
