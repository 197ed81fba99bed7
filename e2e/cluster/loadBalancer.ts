import http from 'node:http';
import net from 'node:net';

const CHECK_MS = 250;
const CHECK_TIMEOUT_MS = 1000;

export interface LoadBalancer {
  base: string;
  /** Replaces the nodes that it sends people to. */
  use(nodes: readonly string[]): void;
  close(): void;
}

/**
 * A small reverse proxy for trying several nodes on one machine: each request and each live connection goes to the next
 * node that is ready. People run HAProxy, nginx or Caddy instead (`deploy/`).
 */
export async function startLoadBalancer(port: number, nodes: readonly string[]): Promise<LoadBalancer> {
  let all = nodes.map((base) => ({ base, isReady: true }));
  let turn = 0;
  const next = () => {
    const ready = all.filter(({ isReady }) => isReady);
    return ready[turn++ % Math.max(1, ready.length)];
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const timer = setInterval(() => {
    for (const node of all) {
      fetch(`${node.base}/health/ready`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
        ({ ok }) => {
          node.isReady = ok;
        },
        () => {
          node.isReady = false;
        },
      );
    }
  }, CHECK_MS);
  timer.unref();
  const server = http.createServer((request, response) => {
    const node = next();
    if (!node) return void response.writeHead(503).end();
    const { hostname, port: to } = new URL(node.base);
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' };
    const onward = http.request({ agent, hostname, port: to, method: request.method, path: request.url, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      node.isReady = false;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.on('error', () => onward.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, socket, head) => {
    const node = next();
    if (!node) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const { hostname, port: to } = new URL(node.base);
    const onward = net.connect(Number(to), hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      }
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => {
      node.isReady = false;
      socket.destroy();
    });
    onward.on('close', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    base: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    use(list) {
      const before = new Map(all.map((each) => [each.base, each.isReady]));
      all = list.map((base) => ({ base, isReady: before.get(base) ?? true }));
    },
    close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
