import { type ChildProcess, fork } from 'node:child_process';
import type { Log } from '../log.ts';

export interface PictureOrder {
  path: string;
  /** The path for the thumbnail. */
  thumb: string;
  /** The path for the picture without its metadata, if it has any. */
  clean: string;
  /** Quality (1 to 100) for recompressing photos, if that makes them smaller. */
  quality?: number;
}
export interface PictureLook {
  format: 'jpeg' | 'png' | 'webp' | 'gif';
  /** The size as displayed, after rotation. */
  width: number;
  height: number;
  /** `clean` was written and replaces the picture. */
  isCleaned: boolean;
  thumbBytes: number;
}
export type PictureRefusal = 'broken' | 'pixels';
export type PictureAnswer = { look: PictureLook } | { refused: PictureRefusal };

/** Processes pictures outside the server's process. */
export interface Pictures {
  look(order: PictureOrder): Promise<PictureAnswer>;
  close(): void;
}

/** A picture that takes longer than this to decode is given up. */
const OVERDUE_MS = 30_000;
/** The decoder's memory is released after this time without pictures. */
const IDLE_MS = 60_000;
const AT_ONCE = 2;

interface Waiting {
  order: PictureOrder;
  resolve(answer: PictureAnswer): void;
}

/**
 * Decoders read data from strangers: they run in a process of their own, without secrets, two pictures at a time. A
 * crash or hang ends only that process; the picture is then reported as broken.
 */
export function makePictures(log: Log): Pictures {
  let child: ChildProcess | undefined;
  let serial = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting: Waiting[] = [];
  const running = new Map<number, { waiting: Waiting; timer: NodeJS.Timeout }>();

  const end = () => {
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    child = undefined;
    const lost = [...running.values()];
    running.clear();
    for (const { waiting: each, timer } of lost) {
      clearTimeout(timer);
      each.resolve({ refused: 'broken' });
    }
    pump();
  };
  const begin = (): ChildProcess => {
    const started = fork(new URL('./pictures.worker.ts', import.meta.url), [], { env: {}, execArgv: [] });
    started.on('message', ({ id, answer }: { id: number; answer: PictureAnswer }) => {
      const entry = running.get(id);
      if (!entry) return;
      running.delete(id);
      clearTimeout(entry.timer);
      entry.waiting.resolve(answer);
      pump();
    });
    started.on('exit', (code, signal) => {
      log.warn({ code, signal }, 'the picture decoder ended');
      end();
    });
    started.on('error', end);
    return started;
  };
  function pump(): void {
    clearTimeout(idle);
    if (waiting.length === 0 && running.size === 0) {
      if (child) idle = setTimeout(end, IDLE_MS).unref();
      return;
    }
    while (running.size < AT_ONCE) {
      const next = waiting.shift();
      if (!next) return;
      child ??= begin();
      const id = ++serial;
      running.set(id, { waiting: next, timer: setTimeout(end, OVERDUE_MS).unref() });
      child.send({ id, order: next.order });
    }
  }
  return {
    look: (order) =>
      new Promise((resolve) => {
        waiting.push({ order, resolve });
        pump();
      }),
    close: () => {
      clearTimeout(idle);
      end();
    },
  };
}
