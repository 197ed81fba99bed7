import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { processorTimes } from './proc.ts';

/** Describes the machine and how busy it is, because figures of two runs are compared by it. */
export function machine(): string {
  const processor = cpus();
  const load = loadavg().map((each) => each.toFixed(1));
  return `${processor.length} x ${processor[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}, Node ${process.version}, load ${load.join(' ')}, fixed work ${fixedWorkMs().toFixed(0)} ms, stolen ${stolenShare().toFixed(0)} %`;
}

const before = processorTimes();
/**
 * Processor time used by other machines on the same host since the bench began, in percent of the demand of this one.
 */
function stolenShare(): number {
  const now = processorTimes();
  const stolen = now.stolen - before.stolen;
  return (100 * stolen) / (now.busy - before.busy + stolen);
}

/** Duration of a fixed piece of work, in ms: a virtual machine's speed varies over time. */
function fixedWorkMs(): number {
  const began = performance.now();
  let state = 1;
  for (let turn = 0; turn < 20_000_000; turn++) state = Math.imul(state, 1_664_525) + (1_013_904_223 | 0);
  // The result is used, so that the compiler does not remove the loop.
  return state === 0 ? 0 : performance.now() - began;
}
