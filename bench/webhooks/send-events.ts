import { Agent, request } from 'node:http';

type Sending = {
  readonly port: number;
  readonly keys: readonly string[];
  readonly rate: number;
  readonly seconds: number;
};
/** When an event was sent and answered, by `performance.now()`. */
type Sent = { readonly sentAt: number; readonly answeredAt: number };

const PURCHASE = {
  event_type: 'purchase',
  user_id: 'user_18842',
  properties: { value: 129.9, currency: 'EUR' },
  context: { page_url: 'https://shop.example/thank-you?utm_source=google&utm_medium=cpc' },
};

/** Send events at a steady rate, however long each takes to be answered; what was sent, by event id. */
export async function sendEvents({ port, keys, rate, seconds }: Sending): Promise<Map<string, Sent>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const sent = new Map<string, Sent>();
  const started = performance.now();
  const open: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = started + (count * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    open.push(sendOne({ port, key: keys[count % keys.length] as string, agent, sent }));
  }
  await Promise.all(open);
  agent.destroy();
  return sent;
}

type One = { port: number; key: string; agent: Agent; sent: Map<string, Sent> };

function sendOne({ port, key, agent, sent }: One): Promise<void> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ port, agent, host: '127.0.0.1', method: 'POST', path: '/v1/track' },
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => {
          const { event_id, error } = JSON.parse(body) as { event_id?: string; error?: string };
          if (event_id === undefined) return reject(new Error(error));
          sent.set(event_id, { sentAt, answeredAt: performance.now() });
          resolve();
        });
      },
    );
    call.once('error', reject);
    call.end(JSON.stringify(PURCHASE));
  });
}
