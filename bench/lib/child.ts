import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endChild } from './atrium.ts';

/** A helper process that takes one command at a time and answers it. */
export interface Helper {
  pid: number;
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

export function startHelper(url: URL): Helper {
  const child = fork(fileURLToPath(url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return { pid: child.pid ?? 0, ask: (question) => answerOf(child, question), stop: () => endChild(child) };
}

function answerOf<T>(child: ChildProcess, question: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a helper ended with code ${code}`));
    child.once('exit', gone);
    child.once('message', (answer) => {
      child.off('exit', gone);
      resolve(answer as T);
    });
    child.send(question);
  });
}

/** In the helper: answers the bench's commands, one after the other. */
export function answerWith<Q>(answer: (question: Q) => Promise<object>): void {
  process.on('message', (question) => {
    void answer(question as Q).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit(0));
}
