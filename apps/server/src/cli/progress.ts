export const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Shows a share of work: in one line of a terminal, else every tenth of it. */
export function showProgress(): (done: number, total: number, what?: string) => void {
  let shown = '';
  return (done, total, what = '') => {
    const percent = Math.floor((done / Math.max(total, 1)) * 100);
    const now = `${what} ${percent}`;
    if (now === shown || total === 0) return;
    shown = now;
    const line = `${what && `${what}: `}${percent} % (${done} of ${total})`;
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}${done === total ? '\n' : ''}`);
    else if (percent % 10 === 0) printLine(line);
  };
}

export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
