const FINAL_TEXT = 0x81;
const SHORT = 125;
const MEDIUM = 65_535;

/**
 * Writes a text message as one WebSocket frame of a server (RFC 6455, 5.2: final, not masked, not compressed). The same
 * bytes go to every receiver in one write each; `ws` would create a header for each and write it separately.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT;
  frame[1] = length <= SHORT ? length : length <= MEDIUM ? 126 : 127;
  if (header === 4) frame.writeUInt16BE(length, 2);
  if (header === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, header);
  return frame;
}

/** Reads the text of such a frame. */
export function frameContent(frame: Buffer): string {
  const size = frame[1] ?? 0;
  return frame.toString('utf8', size <= SHORT ? 2 : size === 126 ? 4 : 10);
}
