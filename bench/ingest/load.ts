import { connect, type Socket } from 'node:net';

/** What a request is made of; `next` gives the bytes of the next one. */
export type RequestSource = { next(): Buffer };

export type Window = { readonly requests: number; readonly failures: number; readonly latencies: number[] };

/**
 * A load of keep-alive connections, each with one request under way. Sockets and not an HTTP client, since the
 * load shares the processors with the server that is measured.
 */
export class Load {
  readonly #sockets: Socket[];
  readonly #source: RequestSource;
  #running = false;
  #closed = false;
  #requests = 0;
  #failures = 0;
  #latencies: number[] = [];
  #idle: Set<Socket>;

  constructor(port: number, connections: number, source: RequestSource) {
    this.#source = source;
    this.#idle = new Set();
    this.#sockets = Array.from({ length: connections }, () => this.#open(port));
  }

  /** Send for a while, wait for the last answers, and tell what was measured. */
  async run(ms: number): Promise<Window> {
    this.#requests = 0;
    this.#failures = 0;
    this.#latencies = [];
    this.#running = true;
    for (const socket of [...this.#idle]) this.#send(socket);
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.#running = false;
    while (this.#idle.size < this.#sockets.length) await new Promise((resolve) => setTimeout(resolve, 2));
    return { requests: this.#requests, failures: this.#failures, latencies: this.#latencies };
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(port: number): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const head = received.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0);
      if (received.length < head + 4 + length) return;
      this.#answered(socket, received.startsWith('HTTP/1.1 2'));
      received = '';
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#replace(socket, port));
    this.#idle.add(socket);
    return socket;
  }

  /** A server ends what has been idle for long, while others have their turn; only a lost request is a failure. */
  #replace(socket: Socket, port: number): void {
    if (this.#closed) return;
    if (!this.#idle.delete(socket)) this.#failures += 1;
    this.#sentAt.delete(socket);
    this.#sockets[this.#sockets.indexOf(socket)] = this.#open(port);
  }

  #sentAt = new Map<Socket, number>();

  #send(socket: Socket): void {
    this.#idle.delete(socket);
    this.#sentAt.set(socket, performance.now());
    socket.write(this.#source.next());
  }

  #answered(socket: Socket, ok: boolean): void {
    this.#requests += 1;
    if (!ok) this.#failures += 1;
    this.#latencies.push(performance.now() - (this.#sentAt.get(socket) as number));
    if (this.#running) this.#send(socket);
    else this.#idle.add(socket);
  }
}
