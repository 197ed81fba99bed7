import { readdirSync, readFileSync } from 'node:fs';

// Linux only: elsewhere these figures are NaN, and the others are valid.

/**
 * CPU time of a process's threads, in milliseconds. The scheduler counts it in nanoseconds; the ticks of /proc/PID/stat
 * are sampled a hundred times a second, and a load of 100/s would run in step with them.
 */
export function cpuMs(pid: number): number {
  const threads = namesIn(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) => Number(textOf(`/proc/${pid}/task/${id}/schedstat`).split(' ')[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** CPU time of all children a process has and had, in milliseconds: those that ended count as well. */
export function childrenCpuMs(pid: number): number {
  const fields = statOf(pid);
  const ended = Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM]);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), ended * MS_PER_TICK);
}
// cutime and cstime of /proc/PID/stat.
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;
const MS_PER_TICK = 10;

/** Memory of a process; shared memory is counted in full. */
export const residentBytes = (pid: number): number => kilobytes(`/proc/${pid}/status`, 'VmRSS') * 1024;

/** Memory of a process and its descendants; shared memory is counted once. */
export function familyBytes(pid: number): number {
  const own = kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024;
  return childrenOf(pid).reduce((sum, child) => sum + familyBytes(child), own);
}

/** Processor ticks since the machine was started. */
export interface ProcessorTimes {
  busy: number;
  /** Ticks that went to other machines on the same host. */
  stolen: number;
}
export function processorTimes(): ProcessorTimes {
  // Sums of all processors: user, nice, system, idle, iowait, irq, softirq, steal.
  const all = /^cpu +(.*)$/m.exec(textOf('/proc/stat'))?.[1]?.split(' ').map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = NaN] = all;
  return { busy: user + nice + system + irq + softirq, stolen };
}

export function childrenOf(pid: number): number[] {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return running.map(Number).filter((each) => Number(statOf(each)[1]) === pid);
}

/** The fields of /proc/PID/stat from the third on: the second, the name, may contain anything. */
function statOf(pid: number): string[] {
  const text = textOf(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function kilobytes(file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(textOf(file))?.[1] ?? NaN);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
