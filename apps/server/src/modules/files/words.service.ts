/**
 * Decodes a text by trying these encodings. Undefined if the file is not text, which a character that never occurs in
 * text shows.
 */
export function wordsIn(bytes: Buffer): string | undefined {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
  for (const encoding of marked ? [marked] : ['utf-8', 'gb18030']) {
    try {
      const words = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return words.includes('\0') ? undefined : words;
    } catch {
      // The next encoding is tried.
    }
  }
  return undefined;
}
