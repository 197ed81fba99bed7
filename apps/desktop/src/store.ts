import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readServers, type ServerList } from './servers.ts';

export interface Stored {
  servers: ServerList;
  screenshotKey: string;
  bounds: { x: number; y: number; width: number; height: number } | undefined;
}

/** The data that the shell stores on this computer; nothing in it is secret. */
export class Store {
  readonly #file: string;
  #now: Stored;

  constructor(folder: string) {
    this.#file = join(folder, 'atrium.json');
    this.#now = readStored(this.#file);
  }
  get now(): Stored {
    return this.#now;
  }
  /** A crash while writing leaves the earlier content. */
  change(part: Partial<Stored>): void {
    this.#now = { ...this.#now, ...part };
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#now));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function readStored(file: string): Stored {
  let stored: Partial<Record<keyof Stored, unknown>> = {};
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as typeof stored;
  } catch {
    // The first start, or a file that nobody can read anymore: the person chooses the server again.
  }
  return {
    servers: readServers(stored?.servers),
    screenshotKey: /^[A-Z0-9]$/.test(String(stored?.screenshotKey ?? '')) ? String(stored?.screenshotKey) : '',
    bounds: stored?.bounds as Stored['bounds'],
  };
}
