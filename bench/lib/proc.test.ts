import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { childrenCpuMs } from './proc.ts';

test.runIf(process.platform === 'linux')('the CPU time of children includes those that ended', async () => {
  const before = childrenCpuMs(process.pid);
  const burn = 'const end = process.cpuUsage(); while (process.cpuUsage(end).user < 300_000);';
  const child = spawn(process.execPath, ['-e', burn]);
  await once(child, 'close');
  expect(childrenCpuMs(process.pid) - before).toBeGreaterThan(250);
});
