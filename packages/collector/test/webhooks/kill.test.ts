import { parseDeliveryId } from '@cvq/contract';
import { verifyWebhook } from '@cvq/node';
import { type DeliveryDetails, type DeliveryStore, openControlStore, openDeliveryStore } from '@cvq/storage';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { boundMs, repetitions, SEED, tell } from '../durability/long-run.ts';
import {
  createProject,
  cvqJson,
  type Program,
  type Project,
  serve,
  temporaryFolder,
  until,
} from '../durability/program.ts';
import { startReceiver } from './receiver.ts';

const DELIVERIES = repetitions('WEBHOOK_DELIVERIES', WHOLE ? 600 : 60);
const KILLS = repetitions('WEBHOOK_KILLS', WHOLE ? 3 : 1);
/** Of the first attempts, how many the receivers refuse: a retry takes a minute of real time. */
const REFUSED = Number(process.env.TEST_LONG ?? 0) * 0.05;
const ENDPOINTS = 2;
const BATCH = 50;
/** Attempts at one endpoint that may be under way at once: so many may have been answered and not written down. */
const AT_ONCE = 32;

const ENV = { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };
const random = seededRandom(SEED);

/** What a receiver saw of one delivery: the statuses that it answered, in order. */
const answered = new Map<number, number[]>();
/** The events that each endpoint was told of. */
const told = new Map<string, Set<string>>();
let requests = 0;

async function openEndpoint(folder: string, project: Project) {
  const receiver = await startReceiver();
  const args = [
    'webhook',
    'create',
    '--project',
    project.id,
    '--url',
    'https://hooks.example.com/',
    '--events',
    '*',
  ];
  const made = await cvqJson<{ id: string; secret: string }>(folder, ...args);
  // The command refuses loopback without the setting of development, which the collector is started with.
  await move(folder, made.id, receiver.url);
  told.set(made.id, new Set());
  receiver.answer = ({ headers, body, method }, response) => {
    const event = verifyWebhook({ body, headers, secret: made.secret, requireTimestamp: true });
    const delivery = parseDeliveryId(String(headers['x-service-delivery']));
    if (method !== 'POST' || delivery === null || event.id !== headers['webhook-id'])
      throw new Error('Not as agreed');
    const statuses = answered.get(delivery) ?? [];
    answered.set(delivery, statuses);
    const status = statuses.length === 0 && random.chance(REFUSED) ? 500 : 200;
    requests += 1;
    setTimeout(() => {
      // What is answered counts once it is on its way: a kill before that has heard nothing.
      statuses.push(status);
      if (status === 200) told.get(made.id)?.add(event.id);
      response.writeHead(status).end();
    }, random.next() * 20);
  };
  return made;
}

async function move(folder: string, id: string, url: string): Promise<void> {
  const control = openControlStore({ folder, migrate: false });
  await control.changeWebhook(id, { url });
  await control.close();
}

/** Sends a batch until it is acknowledged, by whichever collector lives. */
async function sendBatch(program: Program, project: Project, ids: readonly string[]): Promise<boolean> {
  const events = ids.map((event_id, index) => ({
    event_id,
    event_type: index % 2 === 0 ? 'purchase' : 'pageview',
    user_id: 'user_1',
    properties: index % 2 === 0 ? { order_id: event_id, value: 10 } : {},
  }));
  try {
    const answer = await fetch(`http://127.0.0.1:${program.port}/v1/track/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.server_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    const { accepted } = (await answer.json()) as { accepted: number };
    return accepted === ids.length;
  } catch {
    return false;
  }
}

it(
  `every delivery arrives, none is lost and the log tells the truth: ${DELIVERIES} deliveries, ${KILLS} kills`,
  async () => {
    const folder = temporaryFolder();
    const project = await createProject(folder);
    const endpoints: Awaited<ReturnType<typeof openEndpoint>>[] = [];
    for (let index = 0; index < ENDPOINTS; index += 1) endpoints.push(await openEndpoint(folder, project));
    const ms = Date.now();
    const events = Array.from({ length: DELIVERIES / ENDPOINTS }, (_, index) => `evt_${ms}_k${index}`);
    const batches = Array.from({ length: Math.ceil(events.length / BATCH) }, (_, index) =>
      events.slice(index * BATCH, (index + 1) * BATCH),
    );

    let kills = 0;
    while (kills < KILLS) {
      const program = await serve(folder, { env: ENV });
      const before = requests;
      // A share of the events is left for each life, so that there is always something to be interrupted.
      const share = Math.ceil(batches.length / (KILLS - kills + 1));
      for (const batch of batches.slice(0, share)) {
        if (await sendBatch(program, project, batch)) batches.splice(batches.indexOf(batch), 1);
      }
      const enough = random.whole(1, Math.floor(DELIVERIES / (KILLS + 1)));
      await until('some were delivered', () => requests - before >= enough, 60_000);
      await new Promise((resolve) => setTimeout(resolve, random.next() * 20));
      await program.kill();
      kills += 1;
    }

    const program = await serve(folder, { env: ENV });
    for (const batch of batches) expect(await sendBatch(program, project, batch)).toBe(true);
    const store = openDeliveryStore({ folder, migrate: false });
    const list = () => store.list({ endpoints: endpoints.map(({ id }) => id), limit: 1_000_000 });
    const ended = async () => (await list()).filter(({ endedAt }) => endedAt !== null).length;
    await until('all have ended', async () => (await ended()) === DELIVERIES, 400_000);
    expect(await program.terminate()).toBe(0);

    for (const { id } of endpoints) expect([...(told.get(id) ?? [])].toSorted()).toEqual(events.toSorted());
    const { doubled, interrupted } = await judgeLog(
      store,
      (await list()).map(({ id }) => id),
    );
    expect(doubled).toBeLessThanOrEqual(KILLS * AT_ONCE * ENDPOINTS);
    await store.close();
    tell('webhooks', { deliveries: DELIVERIES, kills, requests, lost: 0, doubled, interrupted, seed: SEED });
  },
  boundMs(KILLS, 60_000) + 400_000,
);

/** The log has every answer that was given, except for those which a kill kept from being written down. */
async function judgeLog(store: DeliveryStore, ids: readonly number[]) {
  let doubled = 0;
  let interrupted = 0;
  for (const id of ids) {
    const { state, attempts, log } = (await store.find(id)) as DeliveryDetails;
    const given = answered.get(id) ?? [];
    const written = log.flatMap(({ status }) => status ?? []);
    const cut = log.filter(({ status }) => status === null);
    expect(state).toBe('acknowledged');
    expect(cut.every(({ error }) => error?.startsWith('interrupted'))).toBe(true);
    expect(written.length).toBe(attempts);
    expect(isWithin(written, given), `${written} of ${given}`).toBe(true);
    expect(given.length - written.length, 'answers that nobody wrote down').toBeLessThanOrEqual(cut.length);
    if (given.filter((status) => status === 200).length > 1) doubled += 1;
    interrupted += cut.length;
  }
  return { doubled, interrupted };
}

/** True when all of `part` is in `whole`, in this order. */
function isWithin(part: readonly number[], whole: readonly number[]): boolean {
  let found = 0;
  for (const each of whole) if (each === part[found]) found += 1;
  return found === part.length;
}
