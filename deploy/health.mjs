// Ends with code 0 if the server of this machine or container is ready. `--wait 90` asks for up to 90 seconds.
import { setTimeout as sleep } from 'node:timers/promises';

const { ATRIUM_HOST: host = '127.0.0.1', ATRIUM_PORT: port = '8080' } = process.env;
const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
const at = process.argv.indexOf('--wait');
const deadline = Date.now() + 1000 * (at < 0 ? 0 : Number(process.argv[at + 1]));

const isReady = () =>
  fetch(`http://${name}:${port}/health/ready`, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

let ready = await isReady();
while (!ready && Date.now() < deadline) {
  await sleep(250);
  ready = await isReady();
}
process.exitCode = ready ? 0 : 1;
