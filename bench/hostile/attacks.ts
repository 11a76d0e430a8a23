import { connect, type Socket } from 'node:net';

/** What an attacker knows: the address of the collector and what stands in the page of the site. */
type Target = { readonly port: number; readonly from: string; readonly key: string };

/** Attacks until it is ended. Bounded in connections, so that it is the collector that is tried, not this machine. */
export type Attack = (target: Target) => void;

const SDK_HEADERS =
  'Host: x\r\nContent-Type: text/plain\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0\r\n';

/** By name, in the order of the table. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  /** 8 MB of requests in 200 connections, again and again. */
  pipelining: (target) =>
    swarm(200, target, (socket) => {
      const flood = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1500);
      socket.resume();
      endlessly(socket, flood);
    }),

  /** Large answers that nobody reads. */
  'slow readers': (target) =>
    swarm(500, target, (socket) => {
      socket.pause();
      socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    }),

  /** Heads that never end. */
  'slow heads': (target) =>
    swarm(1000, target, (socket) => {
      socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      trickle(socket, 'x');
    }),

  /** Bodies of a megabyte, each without its last byte. */
  'held bodies': (target) =>
    swarm(200, target, (socket) => {
      socket.resume().write(`POST /v1/events HTTP/1.1\r\n${SDK_HEADERS}Content-Length: 1000000\r\n\r\n`);
      socket.write('x'.repeat(999_000));
      trickle(socket, 'x');
    }),

  /** More connections than there may be. */
  connections: (target) => swarm(6000, target, (socket) => void socket.resume()),

  /** As many small events as get through. */
  requests: (target) =>
    swarm(100, target, (socket) => requestAfterAnswer(socket, () => browserPost(target, [pageview({})]))),

  /** As many bytes to the disk as get through. */
  'disk fill': (target) =>
    swarm(16, target, (socket) =>
      requestAfterAnswer(socket, () =>
        browserPost(
          target,
          Array.from({ length: 15 }, () => pageview({ pad: randomText(60_000) })),
        ),
      ),
    ),

  /** Visitors' identities, taken over by heads and links that a stranger writes. */
  'identity theft': (target) =>
    swarm(8, target, (socket) =>
      requestAfterAnswer(
        socket,
        () => browserPost(target, [pageview({}, `?_cvl=${randomText(300)}`)], STOLEN[count % STOLEN.length]),
        10,
      ),
    ),

  /** Orders of the shop's own backend, told again with an earlier time and no value. */
  'order theft': (target) =>
    swarm(4, target, (socket) =>
      requestAfterAnswer(
        socket,
        () =>
          browserPost(
            target,
            Array.from({ length: 100 }, (_, order) => ({
              ...pageview({ order_id: `order-${order + (count % 20) * 100}`, value: 0, currency: 'EUR' }),
              event_type: 'purchase',
              timestamp: new Date(Date.now() - 300 * 86_400_000).toISOString(),
            })),
          ),
        50,
      ),
    ),
};

/** What a stranger may put into the head of a batch. The visitors are those of normal traffic. */
const STOLEN: readonly Readonly<Record<string, unknown>>[] = [
  { visitor_id: 'visitor-1', session_id: 'session-1', user_id: 'thief' },
  { visitor_id: 'x'.repeat(402), session_id: 'session-1' },
  { visitor_id: { a: 1 }, user_id: ['thief'] },
  {
    visitor_id: 'visitor-2',
    user_id: '[object Object]',
    click_ids: { gclid: { value: 'EVIL', at: 'never' } },
  },
];

let count = 0;

function pageview(properties: Readonly<Record<string, unknown>>, query = '') {
  count += 1;
  const now = Date.now();
  return {
    id: `evt_${now}_a${process.pid}x${count}`,
    event_type: 'pageview',
    timestamp: new Date(now).toISOString(),
    properties,
    context: { page_url: `https://shop.example/${count}${query}` },
  };
}

function browserPost({ key }: Target, events: readonly unknown[], head: object = {}): string {
  const body = JSON.stringify({ key, visitor_id: `attacker-${count % 50}`, ...head, events });
  return `POST /v1/events HTTP/1.1\r\n${SDK_HEADERS}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Connections that are replaced when they are closed. */
function swarm(size: number, { port, from }: Target, act: (socket: Socket) => void): void {
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    socket.once('connect', () => act(socket));
    socket.once('close', () => setTimeout(open, 100));
  };
  // Not all in one turn: the queue of the system for new connections is short.
  let begun = 0;
  const timer = setInterval(() => {
    for (let few = 0; few < 20 && begun < size; few += 1, begun += 1) open();
    if (begun === size) clearInterval(timer);
  }, 5);
}

function endlessly(socket: Socket, bytes: string): void {
  if (!socket.destroyed) socket.write(bytes, () => setImmediate(() => endlessly(socket, bytes)));
}

function trickle(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 1000);
  socket.once('close', () => clearInterval(timer));
}

function requestAfterAnswer(socket: Socket, request: () => string, pauseMs = 0): void {
  const next = () => void (socket.destroyed || socket.write(request()));
  socket.on('data', () => (pauseMs === 0 ? next() : setTimeout(next, pauseMs)));
  next();
}

function randomText(length: number): string {
  return Array.from({ length: length / 10 }, () => Math.random().toString(36).slice(2, 12)).join('');
}
