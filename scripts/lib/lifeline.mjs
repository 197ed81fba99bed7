// Ends this process cleanly (like SIGTERM) once its parent is gone: an orphaned server would keep the port and the
// data. Loaded into the server with --import, and used by the script that waits for it.

export function endWithParent(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 1000);
  timer.unref();
}

if (process.env.ATRIUM_LIFELINE) {
  delete process.env.ATRIUM_LIFELINE;
  endWithParent(() => process.kill(process.pid, 'SIGTERM'));
}
