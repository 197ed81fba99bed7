import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export const CAPTCHA_CHARS = 5;
const WIDTH = 130;
const HEIGHT = 36;

/**
 * A word for a person to read, and its picture as a PNG data URL. The letters are our own strokes, so no font or
 * picture library is needed. Compare answers ignoring case.
 *
 * It slows down password guessing; it does not stop a program that reads pictures.
 */
export function makeCaptcha(): { text: string; image: string } {
  const letters = Object.keys(strokes);
  const text = Array.from({ length: CAPTCHA_CHARS }, () => letters[randomInt(letters.length)]).join('');
  return { text, image: `data:image/png;base64,${png(draw(text)).toString('base64')}` };
}

type Point = readonly [x: number, y: number];
type Color = readonly [red: number, green: number, blue: number];
interface Line {
  from: Point;
  to: Point;
  color: Color;
  halfWidth: number;
}

function draw(text: string): Uint8Array {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const grain = between(-14, 8);
    pixels.set([246 + grain, 247 + grain, 250 + grain], at);
  }
  const bend = { across: between(1, BEND), down: between(1, BEND), x: between(0, 6), y: between(0, 6) };
  for (const line of [...noiseLines(2, 0.5), ...[...text].flatMap(glyphLines), ...noiseLines(2, 0.6)])
    drawLine(pixels, line, bend);
  return new Uint8Array(pixels.buffer);
}

const BEND = 2;

/** Draws a line bent by two waves; checks only pixels within reach, otherwise a picture takes 20 ms. */
function drawLine(
  pixels: Uint8ClampedArray,
  line: Line,
  bend: { across: number; down: number; x: number; y: number },
): void {
  const reach = line.halfWidth + 0.5 + BEND;
  const left = Math.max(0, Math.floor(Math.min(line.from[0], line.to[0]) - reach));
  const right = Math.min(WIDTH - 1, Math.ceil(Math.max(line.from[0], line.to[0]) + reach));
  const top = Math.max(0, Math.floor(Math.min(line.from[1], line.to[1]) - reach));
  const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(line.from[1], line.to[1]) + reach));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const share = coverage(
        [x + bend.across * Math.sin(y / 6 + bend.x), y + bend.down * Math.sin(x / 11 + bend.y)],
        line,
      );
      if (share === 0) continue;
      const at = (y * WIDTH + x) * 3;
      for (const [part, over] of line.color.entries()) {
        const under = pixels[at + part] ?? 0;
        pixels[at + part] = under + (over - under) * share;
      }
    }
  }
}

function glyphLines(letter: string, index: number): Line[] {
  const turn = between(-0.28, 0.28);
  const size = between(3.5, 4.2);
  const middle: Point = [15 + index * 25 + between(-2.5, 2.5), HEIGHT / 2 + between(-2, 2)];
  const color: Color = [between(10, 110), between(20, 110), between(60, 150)];
  const halfWidth = between(0.9, 1.4);
  const place = ([x, y]: Point): Point => {
    const [right, down] = [(x - 2) * size * 0.95, (y - 3) * size];
    return [
      middle[0] + right * Math.cos(turn) - down * Math.sin(turn),
      middle[1] + right * Math.sin(turn) + down * Math.cos(turn),
    ];
  };
  return (strokes[letter] ?? []).flatMap((stroke) =>
    stroke.slice(1).map((to, at) => ({ from: place(stroke[at] ?? to), to: place(to), color, halfWidth })),
  );
}

function noiseLines(count: number, halfWidth: number): Line[] {
  return Array.from({ length: count }, () => ({
    from: [between(0, WIDTH * 0.3), between(2, HEIGHT - 2)],
    to: [between(WIDTH * 0.7, WIDTH), between(2, HEIGHT - 2)],
    color: [between(60, 170), between(60, 170), between(90, 190)],
    halfWidth,
  }));
}

/** The part of the pixel that the line covers, 0 to 1: by its distance to the center line, softened at the edge. */
function coverage([x, y]: Point, { from, to, halfWidth }: Line): number {
  const [alongX, alongY] = [to[0] - from[0], to[1] - from[1]];
  const squared = alongX * alongX + alongY * alongY || 1;
  const share = Math.max(0, Math.min(1, ((x - from[0]) * alongX + (y - from[1]) * alongY) / squared));
  const distance = Math.hypot(x - from[0] - share * alongX, y - from[1] - share * alongY);
  return Math.max(0, Math.min(1, halfWidth + 0.5 - distance));
}

// `Math.random` suffices here: only the word is secret, and it comes from `randomInt`.
const between = (low: number, high: number): number => low + Math.random() * (high - low);

function png(pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits each of red, green and blue, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(HEIGHT * (WIDTH * 3 + 1));
  for (let y = 0; y < HEIGHT; y++)
    rows.set(pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3), y * (WIDTH * 3 + 1) + 1);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Letters as strokes on a grid 4 wide and 6 high. Characters that look alike once rotated and bent are left out: 0 O Q
 * D, 1 I, 2 Z, 5 S, 8 B, 6 9 G, U beside V.
 */
const strokes: Record<string, readonly (readonly Point[])[]> = {
  A: [
    [
      [0, 6],
      [2, 0],
      [4, 6],
    ],
    [
      [0.8, 4],
      [3.2, 4],
    ],
  ],
  C: [
    [
      [4, 1.1],
      [3.1, 0],
      [1, 0],
      [0, 1.3],
      [0, 4.7],
      [1, 6],
      [3.1, 6],
      [4, 4.9],
    ],
  ],
  E: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
      [4, 6],
    ],
    [
      [0, 3],
      [3.2, 3],
    ],
  ],
  F: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
    ],
    [
      [0, 3],
      [3.2, 3],
    ],
  ],
  H: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [4, 6],
    ],
    [
      [0, 3],
      [4, 3],
    ],
  ],
  J: [
    [
      [1.2, 0],
      [4, 0],
    ],
    [
      [3, 0],
      [3, 4.7],
      [2, 6],
      [1, 6],
      [0, 4.7],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [0, 3.6],
    ],
    [
      [1.4, 2.4],
      [4, 6],
    ],
  ],
  L: [
    [
      [0, 0],
      [0, 6],
      [4, 6],
    ],
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3.6],
      [4, 0],
      [4, 6],
    ],
  ],
  N: [
    [
      [0, 6],
      [0, 0],
      [4, 6],
      [4, 0],
    ],
  ],
  P: [
    [
      [0, 6],
      [0, 0],
      [2.8, 0],
      [4, 0.9],
      [4, 2.4],
      [2.8, 3.3],
      [0, 3.3],
    ],
  ],
  R: [
    [
      [0, 6],
      [0, 0],
      [2.8, 0],
      [4, 0.9],
      [4, 2.4],
      [2.8, 3.3],
      [0, 3.3],
    ],
    [
      [1.9, 3.3],
      [4, 6],
    ],
  ],
  T: [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [2, 0],
      [2, 6],
    ],
  ],
  V: [
    [
      [0, 0],
      [2, 6],
      [4, 0],
    ],
  ],
  W: [
    [
      [-0.4, 0],
      [0.8, 6],
      [2, 2],
      [3.2, 6],
      [4.4, 0],
    ],
  ],
  X: [
    [
      [0, 0],
      [4, 6],
    ],
    [
      [4, 0],
      [0, 6],
    ],
  ],
  Y: [
    [
      [0, 0],
      [2, 3],
      [4, 0],
    ],
    [
      [2, 3],
      [2, 6],
    ],
  ],
  3: [
    [
      [0.2, 0],
      [4, 0],
      [1.7, 2.4],
      [3.2, 2.7],
      [4, 3.7],
      [4, 4.9],
      [3, 6],
      [1, 6],
      [0, 5],
    ],
  ],
  4: [
    [
      [3, 6],
      [3, 0],
      [0, 4],
      [4.2, 4],
    ],
  ],
  7: [
    [
      [0, 0],
      [4, 0],
      [1.4, 6],
    ],
  ],
};
