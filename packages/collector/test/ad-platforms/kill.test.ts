import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AD_PLATFORMS } from '@cvq/contract';
import { type AdAttempt, type AdDelivery, openAdDeliveryStore } from '@cvq/storage';
import { expect, it, onTestFinished } from 'vitest';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { boundMs, repetitions, SEED, tell } from '../durability/long-run.ts';
import { createProject, exported, type Project, serve, temporaryFolder } from '../durability/program.ts';
import { runUntilFileEnds } from '../run-until-file-ends.ts';
import { apisAt } from './apis-at.ts';
import { connectAll } from './connect-all.ts';
import type { DeliverOrder, DeliverReport } from './deliver-program.ts';

const CONVERSIONS = repetitions('AD_CONVERSIONS', WHOLE ? 500 : 50);
const KILLS = repetitions('AD_KILLS', WHOLE ? 3 : 1);
/** Of all requests, how many fail in a way that a client survives by repeating. */
const FAILING = 0.08;
const BATCH = 50;
/** One in so many came without a click: platforms match it by its user data alone. */
const WITHOUT_CLICK = 20;
const HOLD_SECONDS = 3600;

const random = seededRandom(SEED);
const PROGRAM = join(import.meta.dirname, 'deliver-program.ts');

/** Who bought: nothing of this may be found anywhere afterwards. */
const buyer = (index: number) => ({
  email: `canary.person${index}@mail-canary.example`,
  phone: `+4420794${60_000 + index}`,
  first_name: `Canaryfirst${index}`,
  last_name: `Canarylast${index}`,
});
const CANARIES = [
  'mail-canary.example',
  '+4420794',
  '4420794',
  'Canaryfirst',
  'Canarylast',
  'canaryfirst',
  'canarylast',
];

const purchase = (index: number) => ({
  event_id: `evt_${STARTED}_k${index}`,
  event_type: 'purchase',
  user_id: `customer-${index}`,
  properties: { order_id: `K-${index}`, value: 10 + index / 100, currency: 'EUR' },
  user_data: buyer(index),
  consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
  context: {
    ...{ page_url: 'https://shop.example/thanks', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' },
    ...(index % WITHOUT_CLICK !== 0 && {
      gclid: `Cj0KCQcanary${index}`,
      fbclid: `IwARcanary${index}`,
      msclkid: index.toString(16).padStart(32, 'c'),
    }),
  },
});
const STARTED = Date.now();

/** Stores all conversions by a collector, which holds them for longer than it lives. Its log. */
async function store(folder: string, project: Project, mock: MockAdPlatforms): Promise<string> {
  const env = { ...mock.settings, CVQ_DELIVERY_HOLD_SECONDS: String(HOLD_SECONDS) };
  const program = await serve(folder, { env });
  const all = Array.from({ length: CONVERSIONS }, (_, index) => purchase(index));
  for (let from = 0; from < all.length; from += BATCH) {
    const answer = await fetch(`http://127.0.0.1:${program.port}/v1/track/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.server_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: all.slice(from, from + BATCH) }),
    });
    expect(await answer.json()).toMatchObject({ accepted: Math.min(BATCH, all.length - from) });
  }
  expect(await program.terminate()).toBe(0);
  return program.log();
}

/** Delivers until a process has nothing left to do, killing those before. What they logged. */
async function deliverAll(folder: string, mock: MockAdPlatforms, killer: Killer): Promise<string> {
  const platformApis = apisAt(mock.address);
  let now = STARTED + 2 * HOLD_SECONDS * 1000;
  let logged = '';
  for (;;) {
    const order: DeliverOrder = { folder, now, platformApis };
    const child = fork(PROGRAM, [JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    runUntilFileEnds(child);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        logged += piece;
      });
    let isDone = false;
    child.on('message', (report: DeliverReport) => {
      mock.advance(report.now - now);
      ({ now, isDone } = report);
    });
    killer.aim(child);
    await new Promise((resolve) => child.once('close', resolve));
    if (isDone) return logged;
    expect(child.signalCode, logged).toBe('SIGKILL');
    // What a killed process leaves in the write-ahead log is there only now.
    expect(readdirSync(folder)).toContain('events.db-wal');
    expectNoCanary(folder, [], mock.secrets());
  }
}

type Killer = ReturnType<typeof openKiller>;

/** Ends the process at hand: most often when a platform has taken a conversion and not yet said so. */
function openKiller() {
  let child: ChildProcess | null = null;
  let kills = 0;
  let inTheGap = 0;
  let left = 0;
  const end = () => {
    if (child === null) return;
    child.kill('SIGKILL');
    child = null;
    kills += 1;
  };
  return {
    told: () => ({ kills, inTheGap }),
    aim(at: ChildProcess): void {
      if (kills >= KILLS) return;
      child = at;
      left = random.whole(1, Math.ceil((CONVERSIONS * 2) / KILLS));
      if (random.chance(0.2)) setTimeout(() => child === at && end(), random.whole(300, 1500));
    },
    taken(): void {
      left -= 1;
      if (child === null || left > 0) return;
      inTheGap += 1;
      end();
    },
  };
}

it(
  `conversions reach every platform once, whatever fails and whenever: ${CONVERSIONS} conversions, ${KILLS} kills`,
  async () => {
    const killer = openKiller();
    const mock = await startMockAdPlatforms({ onTaken: () => killer.taken() });
    onTestFinished(() => mock.close());
    const folder = temporaryFolder();
    const project = await createProject(folder);
    await connectAll(folder, project, mock);
    const logs = [await store(folder, project, mock)];
    mock.failAtRandom({ share: FAILING, seed: SEED });
    logs.push(await deliverAll(folder, mock, killer));
    expect(killer.told().kills).toBe(KILLS);

    const queue = openAdDeliveryStore({ folder, migrate: false });
    const events = Array.from({ length: CONVERSIONS }, (_, index) => ({ ms: STARTED, suffix: `k${index}` }));
    const deliveries = (
      await Promise.all(chunks(events).map((part) => queue.deliveriesOf(project.id, part)))
    ).flatMap((found) => [...found.values()].flat());
    expect(deliveries).toHaveLength(CONVERSIONS * AD_PLATFORMS.length);
    const attempts = await Promise.all(events.map((event) => queue.attemptsOf(project.id, event)));
    for (const ofConversion of attempts) judgeKeys(ofConversion);
    for (const delivery of deliveries) judgeEnd(delivery, attempts);
    await queue.close();

    const state = mock.state();
    const unknown = deliveries.filter(({ reason }) => reason === 'outcome_unknown');
    for (const platform of AD_PLATFORMS) {
      const { conversions, uncounted } = state[platform];
      const orders = conversions.map(
        ({ orderId, clickIds, hashes }) => orderId ?? JSON.stringify([clickIds, hashes]),
      );
      expect(new Set(orders).size, `${platform} counts each once`).toBe(conversions.length);
      const lost = CONVERSIONS - conversions.length;
      const ofPlatform = unknown.filter((each) => each.platform === platform).length;
      expect(lost, `${platform} has them all`).toBeGreaterThanOrEqual(0);
      expect(lost, `${platform} lacks only what nobody knows`).toBeLessThanOrEqual(ofPlatform);
      const { requests, failed } = state[platform];
      const raw = {
        requests: requests.send,
        failed,
        repeats: uncounted.length,
        counted: conversions.length,
        unknown: ofPlatform,
      };
      tell(platform, raw);
    }
    const exports = (await exported(folder, project.id)).map((line) => JSON.stringify(line));
    expectNoCanary(folder, [...logs, ...exports], mock.secrets());
    tell('ad platforms', { conversions: CONVERSIONS, ...killer.told(), unknown: unknown.length, seed: SEED });
  },
  boundMs(KILLS, 60_000) + CONVERSIONS * 200,
);

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / 200) }, (_, index) =>
    items.slice(index * 200, index * 200 + 200),
  );
}

/** Every attempt to send a conversion to an integration says the very same, so it has the same key. */
function judgeKeys(attempts: readonly (AdAttempt & { readonly integration: string })[]): void {
  for (const [integration, own] of Map.groupBy(attempts, (attempt) => attempt.integration)) {
    const requests = new Set(
      own.flatMap(({ step, request }) => (step === 'send' && request !== null ? request : [])),
    );
    expect(requests.size, `${integration}: ${[...requests].join('\n')}`).toBeLessThanOrEqual(1);
  }
}

const UNTOLD: ReadonlySet<string> = new Set(['transient', 'throttled', 'interrupted', 'processing']);

/** Nothing is left under way, nothing was tried past its window, and only what nobody can know has failed. */
function judgeEnd(
  delivery: AdDelivery,
  attempts: readonly (readonly (AdAttempt & { integration: string })[])[],
): void {
  const isUnknown = delivery.platform === 'microsoft_ads' && delivery.reason === 'outcome_unknown';
  const index = Number(delivery.event.suffix.slice(1));
  const own = attempts[index]?.filter(({ integration }) => integration === delivery.integration) ?? [];
  const questions = own.filter(({ step }) => step === 'verify');
  // By chance each question of 72 hours may fail: the platform has it, and nobody was told.
  const isUntold = delivery.reason === 'no_verdict' && questions.every(({ answer }) => UNTOLD.has(answer));
  const expected = isUntold
    ? 'accepted'
    : isUnknown && index % WITHOUT_CLICK === 0
      ? 'failed'
      : /^(delivered|duplicate|unmatched)$/;
  expect(delivery.state, JSON.stringify([delivery, questions])).toMatch(expected);
  for (const { startedAt, step } of own)
    if (step === 'send') expect(startedAt).toBeLessThanOrEqual(Number(delivery.retryUntil));
}

function expectNoCanary(folder: string, texts: readonly string[], secrets: readonly string[]): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)));
  const all = [...files, ...texts.map((text) => Buffer.from(text))];
  expect(
    all.some((bytes) => bytes.includes('K-1')),
    'what is not secret is found',
  ).toBe(true);
  for (const canary of [...CANARIES, ...secrets])
    expect(
      all.some((bytes) => bytes.includes(canary)),
      `${canary} is in the clear`,
    ).toBe(false);
}
