import { Agent, request as open } from 'node:http';

type Shop = { readonly port: number; readonly key: string; readonly serverKey: string };
type Sent = {
  readonly method: string;
  readonly path: string;
  readonly from: string;
  readonly body?: unknown;
};
type Answer = { readonly status: number; readonly text: string };
type Phase = { readonly normal: number[]; readonly health: number[]; failed: number };

/** Requests a second, from eight addresses; and how often the health is asked for. */
const RATE = 100;
const ADDRESSES = 8;
const HEALTH_MS = 40;
const PATIENCE_MS = 10_000;
/** One in ten is a sale that the backend tells of. */
const SALE_EVERY = 10;

/**
 * What a shop's visitors and its backend send, at a steady rate that does not wait for answers: a slow answer is measured
 * as slow, and does not lighten the load.
 */
export function startTraffic(shop: Shop) {
  const clients = new Clients(shop);
  const acknowledged = new Set<string>();
  let phase: Phase = newPhase();
  let sales = 0;
  let count = 0;
  let underWay = 0;

  async function measured(into: 'normal' | 'health', sent: Sent): Promise<Answer> {
    const own = phase;
    const began = performance.now();
    underWay += 1;
    const answer = await clients.send(sent);
    underWay -= 1;
    own[into].push(performance.now() - began);
    if (answer.status < 200 || answer.status > 299) own.failed += 1;
    return answer;
  }

  async function visit(number: number): Promise<void> {
    const id = `evt_${Date.now()}_n${process.pid}x${number}`;
    const { status } = await measured('normal', viewOf(id, number, shop.key));
    if (status === 202) acknowledged.add(id);
  }

  async function sell(number: number): Promise<void> {
    const { status, text } = await measured('normal', saleOf(number));
    if (status !== 200) return;
    acknowledged.add((JSON.parse(text) as { event_id: string }).event_id);
    sales += 1;
  }

  const load = setInterval(() => {
    count += 1;
    void (count % SALE_EVERY === 0 ? sell(count / SALE_EVERY) : visit(count));
  }, 1000 / RATE);
  const health = setInterval(
    () => void measured('health', { method: 'GET', path: '/healthz', from: '127.0.0.31' }),
    HEALTH_MS,
  );
  return {
    acknowledged,
    sales: () => sales,
    /** What was measured since the last call. */
    nextPhase(): Phase {
      const ended = phase;
      phase = newPhase();
      return ended;
    },
    async stop(): Promise<void> {
      clearInterval(load);
      clearInterval(health);
      while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      clients.close();
    },
  };
}

/** One of 500 pages, looked at by one of 5,000 visitors from one of the addresses. */
function viewOf(id: string, number: number, key: string): Sent {
  const event = {
    id,
    event_type: 'pageview',
    context: { page_url: `https://shop.example/${number % 500}`, screen: '1440x900', language: 'de-DE' },
  };
  const who = { visitor_id: `visitor-${number % 5000}`, session_id: `session-${number % 5000}` };
  const from = `127.0.0.${10 + (number % ADDRESSES)}`;
  return { method: 'POST', path: '/v1/events', from, body: { key, ...who, events: [event] } };
}

function saleOf(number: number): Sent {
  const properties = { order_id: `order-${number}`, value: 10, currency: 'EUR' };
  const body = { event_type: 'purchase', properties };
  return { method: 'POST', path: '/v1/track', from: '127.0.0.30', body };
}

/** Who sends, with connections that stay open for each address. */
class Clients {
  readonly #shop: Shop;
  readonly #agents = new Map<string, Agent>();

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Status 0 where no answer came. */
  send({ method, path, from, body }: Sent): Promise<Answer> {
    const { port, serverKey } = this.#shop;
    const agent = this.#agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from });
    this.#agents.set(from, agent);
    const headers: Record<string, string> = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
    if (path === '/v1/track') headers.Authorization = `Bearer ${serverKey}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const options = { host: '127.0.0.1', port, agent, method, path, headers, timeout: PATIENCE_MS };
    return new Promise((resolve) => {
      const fail = () => resolve({ status: 0, text: '' });
      const outgoing = open(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', fail);
      });
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', fail);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

function newPhase(): Phase {
  return { normal: [], health: [], failed: 0 };
}
