import { Agent, request as open } from 'node:http';
import type { Random } from '../../../../test/builders/seeded-random.ts';
import type { Ledger } from './ledger.ts';
import type { Request } from './traffic.ts';

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Send one request; null when there was no whole answer. */
function post(port: number, agent: Agent, { path, headers, body }: Request): Promise<Answer | null> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, agent, path, method: 'POST' };
    const length = { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = open({ ...options, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', () => resolve(null));
      response.on('close', () => {
        if (!response.complete) return resolve(null);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    outgoing.on('error', () => resolve(null));
    outgoing.end(body);
  });
}

export type Load = {
  /** Resolves once this many requests were answered, or no connection is left. */
  answered(count: number): Promise<void>;
  /** Send nothing more, and wait for what is under way. */
  stop(): Promise<void>;
  /** Requests that were sent and got no whole answer: a client with sense sends them again. */
  readonly unanswered: readonly Request[];
  readonly answers: readonly Answer[];
};

const CONNECTIONS = 24;

/** Many clients at once. A few repeat what was answered already, as one does whose answer got lost on the way. */
export function startLoad(
  port: number,
  { ledger, next, random }: { ledger: Ledger; next: () => Request; random: Random },
): Load {
  const clients = openClients(port, ledger);
  const unanswered: Request[] = [];
  const answers: Answer[] = [];
  let stopped = false;
  let waiting: { count: number; resolve: () => void } | null = null;

  async function send(request: Request): Promise<boolean> {
    const answer = await clients.send(request);
    if (answer === null) {
      unanswered.push(request);
      return false;
    }
    answers.push(answer);
    for (const [mark, id] of request.acknowledgedBy(answer.status, answer.body))
      ledger.acknowledged(mark, id);
    if (waiting !== null && answers.length >= waiting.count) waiting.resolve();
    return true;
  }

  async function client(): Promise<void> {
    while (!stopped) {
      const request = next();
      if (!(await send(request))) return;
      if (random.chance(0.1) && !stopped) await send(request);
    }
  }

  const running = Promise.all(Array.from({ length: CONNECTIONS }, client));
  return {
    unanswered,
    answers,
    answered: (count) =>
      Promise.race([
        running.then(() => {}),
        new Promise<void>((resolve) => {
          waiting = { count, resolve };
          if (answers.length >= count) resolve();
        }),
      ]),
    async stop() {
      stopped = true;
      await running;
      clients.close();
    },
  };
}

export type Clients = {
  /** Send a request; null when there was no whole answer. What it acknowledges is in the ledger. */
  send(request: Request): Promise<Answer | null>;
  close(): void;
};

/** Clients that keep a ledger of what they were told. */
export function openClients(port: number, ledger: Ledger): Clients {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return {
    async send(request) {
      ledger.sent(request.marks);
      const answer = await post(port, agent, request);
      if (answer === null) return null;
      for (const [mark, id] of request.acknowledgedBy(answer.status, answer.body))
        ledger.acknowledged(mark, id);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/** Send every request, a few at a time, to a collector that is well: each must be acknowledged. */
export async function sendAll(port: number, requests: readonly Request[], ledger: Ledger): Promise<void> {
  const clients = openClients(port, ledger);
  const answers = await Promise.all(requests.map(clients.send));
  clients.close();
  for (const answer of answers)
    if (answer === null || answer.status > 202) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
}
