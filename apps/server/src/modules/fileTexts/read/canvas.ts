import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The longer side of a picture, in pixels: twice that of a tile. */
export const PICTURE = 480;
export const QUALITY = 80;

const require = createRequire(import.meta.url);
export const pdfLibrary = path.dirname(require.resolve('pdfjs-dist/package.json'));

/** The part of a canvas's context that is used for drawing. */
export interface CanvasContext {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  font: string;
  textBaseline: string;
  globalAlpha: number;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  scale(x: number, y: number): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(a: number, b: number, c: number, d: number, x: number, y: number): void;
  ellipse(x: number, y: number, a: number, b: number, turn: number, from: number, to: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number, most?: number): void;
  measureText(text: string): { width: number };
  clip(): void;
  fill(): void;
  stroke(): void;
}
interface Library {
  createCanvas(
    width: number,
    height: number,
  ): { getContext(kind: '2d'): CanvasContext; encode(type: 'webp', quality: number): Promise<Uint8Array> };
  GlobalFonts: { registerFromPath(path: string, name: string): unknown };
}

let library: Library | undefined;

/** Returns the canvas of the PDF library, with the fonts that come with it: a server may have no fonts. */
function canvasLibrary(): Library {
  if (library) return library;
  const found = createRequire(path.join(pdfLibrary, 'package.json'))('@napi-rs/canvas') as Library;
  for (const style of ['Regular', 'Bold'])
    found.GlobalFonts.registerFromPath(
      path.join(pdfLibrary, 'standard_fonts', `LiberationSans-${style}.ttf`),
      style === 'Bold' ? 'Sketch Bold' : 'Sketch',
    );
  library = found;
  return found;
}

/** Writes a picture of that size, as WebP. @returns its bytes */
export async function drawTo(
  to: string,
  { width, height }: { width: number; height: number },
  draw: (pen: CanvasContext) => void,
): Promise<number> {
  const canvas = canvasLibrary().createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  pen.textBaseline = 'top';
  draw(pen);
  const bytes = await canvas.encode('webp', QUALITY);
  await writeFile(to, bytes, { mode: 0o600 });
  return bytes.length;
}

/** Characters that the fonts contain: Latin, Greek and Cyrillic. */
const DRAWN = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]/u;

/** Draws a line of text; text in other scripts becomes a bar of about the same length. */
export function writeLine(
  pen: CanvasContext,
  text: string,
  x: number,
  y: number,
  size: number,
  most: number,
  isBold = false,
): void {
  const shown = text.slice(0, 200);
  pen.font = `${size}px "${isBold ? 'Sketch Bold' : 'Sketch'}"`;
  if (!DRAWN.test(shown)) {
    let cut = shown;
    while (cut.length > 1 && pen.measureText(cut).width > most)
      cut = cut.slice(0, Math.max(1, Math.floor(cut.length * 0.9)));
    return pen.fillText(cut, x, y);
  }
  const before = pen.globalAlpha;
  pen.globalAlpha = 0.35;
  pen.beginPath();
  pen.roundRect(x, y + size * 0.15, Math.min(most, [...shown].length * size * 0.95), size * 0.7, size * 0.2);
  pen.fill();
  pen.globalAlpha = before;
}
