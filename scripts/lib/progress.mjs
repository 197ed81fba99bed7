/**
 * Shows the progress of something long: one updating line on a terminal, an occasional line in a log. `status`
 * describes the progress and may return ''.
 */
export function progress(title, status = () => '') {
  const started = Date.now();
  const live = process.stdout.isTTY;
  const text = () => {
    const extra = status();
    return `${title} ... ${Math.round((Date.now() - started) / 1000)} s${extra && `, ${extra}`}`;
  };
  const show = () => process.stdout.write(live ? `\r\x1b[K${text()}` : `${text()}\n`);
  if (live) show();
  else console.log(`${title} ...`);
  const timer = setInterval(show, live ? 500 : 5000);
  return {
    end(outcome) {
      clearInterval(timer);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${live ? '\r\x1b[K' : ''}${title}: ${outcome} in ${seconds} s\n`);
    },
  };
}
