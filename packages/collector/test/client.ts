import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Answer, Call } from './call.ts';
import { expectDocumented } from './openapi/expect-documented.ts';

export type { Answer, Call } from './call.ts';

export type Client = {
  send(call: Call): Promise<Answer>;
  close(): void;
};

/** A browser that somebody uses: what sends none is a bot. */
export const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/**
 * Speaks to a collector over one connection, for as long as the collector keeps that open. Whatever it answers below
 * `/v1` must be as the API document says, or the call fails.
 */
export function createClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send(call) {
      const answer = await send({ port, agent }, call);
      expectDocumented(call, answer);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function send({ port, agent }: { port: number; agent: Agent }, call: Call): Promise<Answer> {
  const { method = 'GET', path, bearer, chunked = false } = call;
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  const headers: OutgoingHttpHeaders = {
    'User-Agent': USER_AGENT,
    ...(call.json !== undefined && { 'Content-Type': 'application/json' }),
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    ...call.headers,
  };
  if (chunked) headers['Transfer-Encoding'] = 'chunked';
  else if (method !== 'GET' && method !== 'HEAD') headers['Content-Length'] = Buffer.byteLength(body ?? '');
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve(
          toAnswer({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        ),
      );
    });
    outgoing.on('error', reject);
    if (chunked) writeInPieces(body ?? '', (piece) => outgoing.write(piece));
    outgoing.end(chunked ? undefined : body);
  });
}

function writeInPieces(body: string | Uint8Array, write: (piece: Uint8Array) => void): void {
  const bytes = Buffer.from(body);
  for (let start = 0; start < bytes.length; start += 65_536) write(bytes.subarray(start, start + 65_536));
}

function toAnswer(received: Omit<Answer, 'body'>): Answer {
  const text = received.bytes.toString();
  const isJson = received.headers['content-type']?.startsWith('application/json') && text !== '';
  return { ...received, body: isJson ? JSON.parse(text) : text };
}

/** A connection on which any bytes can be sent, for what no HTTP client would send. */
export type RawConnection = {
  write(bytes: string | Uint8Array): void;
  /** The next response. */
  response(): Promise<Answer>;
  /** Resolves once the other side has closed. */
  closed: Promise<void>;
  destroy(): void;
};

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return rawConnection(socket);
}

function rawConnection(socket: Socket): RawConnection {
  let received = Buffer.alloc(0);
  let ended = false;
  let wake: () => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      ended = true;
      resolve();
      wake();
    }),
  );
  return {
    write: (bytes) => void socket.write(bytes),
    async response() {
      for (;;) {
        const taken = takeResponse(received);
        if (taken !== null) {
          received = Buffer.from(taken.rest);
          return taken.answer;
        }
        if (ended) throw new Error(`The connection was closed after: ${JSON.stringify(received.toString())}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    closed,
    destroy: () => void socket.destroy(),
  };
}

/** The first whole response of what was received, null while it is incomplete. */
function takeResponse(received: Buffer): { answer: Answer; rest: Buffer } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = end + 4;
  const length = Number(headers['content-length'] ?? 0);
  if (received.length < start + length) return null;
  const bytes = received.subarray(start, start + length);
  const status = Number(statusLine.split(' ')[1]);
  return { answer: toAnswer({ status, headers, bytes }), rest: received.subarray(start + length) };
}
