import { sourceOf, ViewerError } from '../fileBytes.ts';
import { listZip, unzip, type ZipEntry } from './zip.ts';

const MB = 1024 * 1024;
/** Maximum size of everything unpacked from one file. */
const TOTAL_BYTES = 200 * MB;
/** The maximum size of markup, which takes several times as much memory. */
const XML_BYTES = 32 * MB;

/** A Word, Excel or PowerPoint file: a zip of markup and pictures. */
export interface OfficeFile {
  names: readonly string[];
  has(name: string): boolean;
  bytes(name: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the markup of a part; undefined if there is no such part. */
  xml(name: string): Promise<Document | undefined>;
  /** The targets of a part's relations, by id. */
  relations(name: string): Promise<ReadonlyMap<string, Relation>>;
}
export interface Relation {
  type: string;
  /** The target: a path in the file, or an external address. */
  target: string;
  isOutside: boolean;
}

/** @throws ViewerError  if it is none, is locked, or unpacks to too much */
export async function openOffice(bytes: Uint8Array<ArrayBuffer>): Promise<OfficeFile> {
  // An encrypted office file has the format that old office files had too.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new ViewerError('locked');
  const source = sourceOf(bytes);
  const entries = new Map<string, ZipEntry>();
  for (const entry of await listZip(source)) entries.set(entry.name.replace(/^\/+/, ''), entry);
  let left = TOTAL_BYTES;
  const read = async (name: string, limit: number) => {
    const entry = entries.get(name);
    if (!entry) throw new ViewerError('broken');
    const content = await unzip(source, entry, Math.min(limit, left)).catch((error: unknown) => {
      throw error instanceof ViewerError && error.reason === 'large' ? new ViewerError('large', TOTAL_BYTES) : error;
    });
    left -= content.length;
    return content;
  };
  const xml = async (name: string) =>
    entries.has(name) ? parseXml(new TextDecoder().decode(await read(name, XML_BYTES))) : undefined;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes: (name) => read(name, TOTAL_BYTES),
    xml,
    async relations(name) {
      const cut = name.lastIndexOf('/') + 1;
      const document = await xml(`${name.slice(0, cut)}_rels/${name.slice(cut)}.rels`);
      const found = new Map<string, Relation>();
      for (const each of document?.querySelectorAll('Relationship') ?? []) {
        const isOutside = each.getAttribute('TargetMode') === 'External';
        const target = each.getAttribute('Target') ?? '';
        found.set(each.getAttribute('Id') ?? '', {
          type: each.getAttribute('Type')?.split('/').at(-1) ?? '',
          target: isOutside ? target : resolved(name.slice(0, cut), target),
          isOutside,
        });
      }
      return found;
    },
  };
}

function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/**
 * Parses markup. Document types are refused: their entities could grow without end, and no office program writes any.
 * @throws ViewerError
 */
export function parseXml(text: string): Document {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new ViewerError('broken');
  const document = new DOMParser().parseFromString(text.replace(/^\uFEFF/, ''), 'application/xml');
  if (document.querySelector('parsererror')) throw new ViewerError('broken');
  return document;
}

/** Finds children by their name without the prefix, which every program chooses itself. */
export const childrenOf = (element: Element | null | undefined, name: string): Element[] =>
  element ? [...element.children].filter((each) => each.localName === name) : [];
export const childOf = (element: Element | null | undefined, ...path: string[]): Element | undefined => {
  let found: Element | undefined = element ?? undefined;
  for (const name of path) found = found && [...found.children].find((each) => each.localName === name);
  return found;
};
/** Finds all elements with this name, at any depth. */
export const allIn = (root: Document | Element | undefined, name: string): Element[] =>
  root ? [...root.getElementsByTagNameNS('*', name)] : [];

/** Reads a number from an attribute; `otherwise` if it is missing or not a number. */
export function numberIn(element: Element | undefined, name: string, otherwise = 0): number {
  const value = Number(element?.getAttribute(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : otherwise;
}
