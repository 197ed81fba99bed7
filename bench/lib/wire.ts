import { connect, type Socket } from 'node:net';

/**
 * A kept-alive HTTP connection that only writes requests and waits for answers: on two cores the generator takes CPU
 * from the server, so a full HTTP client would dominate the measurement.
 */
export class Wire {
  readonly #socket: Socket;
  readonly #head: string;
  #resolve: ((body: Buffer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, host: string, token: string) {
    this.#socket = socket;
    this.#head = `host: ${host}\r\ntoken: ${token}\r\ncontent-type: application/json\r\n`;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('the server closed a connection')));
  }

  static open(base: string, token: string): Promise<Wire> {
    const { hostname, port, host } = new URL(base);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Wire(socket, host, token)));
    });
  }

  /** Sends one call; the previous one must have been answered. Resolves with the body. */
  post(path: string, body: string): Promise<Buffer> {
    return this.postTo(`/api/${path}`, body);
  }

  /** The same, to an address that is no call. */
  postTo(address: string, body: string): Promise<Buffer> {
    const length = Buffer.byteLength(body);
    this.#socket.write(`POST ${address} HTTP/1.1\r\n${this.#head}content-length: ${length}\r\n\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received.toString('latin1', 0, end))?.[1] ?? NaN);
    if (Number.isNaN(length)) return this.#reject?.(new Error('an answer without a length'));
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.subarray(end + 4, end + 4 + length);
    this.#received = Buffer.alloc(0);
    this.#resolve?.(body);
  }
}
