import { spawn } from 'node:child_process';
import { endWithParent } from './lifeline.mjs';
import { inRoot } from './repository.mjs';

/** Runs a command quietly; its output is stored for failures. */
export function quietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const { timeoutMs, ...rest } = options;
    const child = spawn(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const stop = stopper(child, timeoutMs, (why) => (output += `\n${why}\n`));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      stop();
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a command with its output going straight to the terminal. */
export function openly(command, args, options = {}) {
  return new Promise((resolve) => {
    const { timeoutMs, ...rest } = options;
    const child = spawn(command, args, { ...rest, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = stopper(child, timeoutMs, console.error);
    child.on('error', (error) => {
      console.error(String(error));
      resolve({ code: 1 });
    });
    child.on('close', (code) => {
      stop();
      resolve({ code: code ?? 1 });
    });
  });
}

function stopper(child, timeoutMs, say) {
  if (!timeoutMs) return () => {};
  let timer = setTimeout(() => {
    say(`Stopped after ${Math.round(timeoutMs / 1000)} s.`);
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  }, timeoutMs);
  return () => clearTimeout(timer);
}

/**
 * Hands over to a Node program: it gets our terminal and our signals, and we end when it ends.
 *
 * It runs in a process group of its own, because Ctrl-C reaches the whole foreground group and npm passes signals on as
 * well: otherwise the server would count one Ctrl-C as two and stop without draining.
 */
export function handOver(node, args, options = {}) {
  return new Promise((resolve, reject) => {
    const loaded = ['lifeline', 'directImports'].flatMap((name) => [
      '--import',
      new URL(`./${name}.mjs`, import.meta.url).href,
    ]);
    const child = spawn(node, [...loaded, ...args], {
      ...options,
      // Cached compilation saves a third of the time to the first answer.
      env: { NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'), ...process.env, ATRIUM_LIFELINE: '1' },
      stdio: 'inherit',
      detached: process.platform !== 'win32',
    });
    let last = 0;
    const pass = (signal) => {
      const echo = Date.now() - last < 1000;
      last = Date.now();
      if (!echo) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
    // npm passes SIGTERM only to the shell between us, which just dies.
    if (process.env.npm_lifecycle_event) endWithParent(() => pass('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)));
  });
}
