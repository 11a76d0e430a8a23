import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { FLAWLESS, type Ledger, openLedger, type Verdict } from './ledger.ts';
import { sendAll, startLoad } from './load.ts';
import { boundMs, repetitions, SEED, tell } from './long-run.ts';
import {
  checked,
  createProject,
  cvqJson,
  type ExportedEvent,
  exported,
  launch,
  type Mutant,
  type Project,
  serve,
  temporaryFolder,
} from './program.ts';
import { createTraffic, type Request } from './traffic.ts';

const KILLS = repetitions('KILLS', WHOLE ? 6 : 2);

type Shop = {
  readonly folder: string;
  readonly project: Project;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly next: () => Request;
  /** Requests of earlier lives that were never answered. */
  unanswered: readonly Request[];
};

async function openShop(seed: number): Promise<Shop> {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const random = seededRandom(seed);
  const next = createTraffic(project, random, 'load');
  return { folder, project, ledger: openLedger(), random, next, unanswered: [] };
}

/** One life of a collector: it repeats what the last one left unanswered, works, and is killed at any moment. */
async function liveAndDie(shop: Shop, mutant?: Mutant): Promise<void> {
  const { folder, ledger, random, next } = shop;
  const collector = await serve(folder, { mutant });
  await sendAll(collector.port, shop.unanswered, ledger);
  const load = startLoad(collector.port, { ledger, next, random });
  await load.answered(random.whole(1, 100));
  await delay(random.next() * 20);
  await collector.kill();
  await load.stop();
  shop.unanswered = load.unanswered;
}

/** A collector that is killed before it listens, while it opens or makes its stores. */
async function dieAtBirth({ folder, random }: Shop): Promise<void> {
  const { kill, exited } = launch(folder);
  await delay(random.next() * 500);
  kill('SIGKILL');
  await exited;
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a collector that is killed under load', () => {
  it(
    `keeps every acknowledged event exactly once, over ${KILLS} kills`,
    async () => {
      const shop = await openShop(SEED);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await liveAndDie(shop);
        const [stored, health] = await Promise.all([
          exported(shop.folder, shop.project.id),
          checked(shop.folder),
        ]);
        expect(shop.ledger.judge(stored), `after kill ${kill}, seed ${SEED}`).toEqual(FLAWLESS);
        expect(health, `after kill ${kill}`).toBe('ok');
        if (shop.random.chance(0.2)) await dieAtBirth(shop);
      }
      const stored = await settle(shop);
      expect(shop.ledger.open()).toEqual([]);
      expect(shop.ledger.judge(stored)).toEqual(FLAWLESS);
      expect(stored).toHaveLength(shop.ledger.counts.sent);
      tell('kill -9', { kills: KILLS, seed: SEED, ...shop.ledger.counts, lost: 0, doubled: 0 });
    },
    boundMs(KILLS, 20_000),
  );

  /** In the last life nobody is killed: what is open is sent again, and the reports are read. */
  async function settle({ folder, project, ledger, unanswered }: Shop): Promise<ExportedEvent[]> {
    const collector = await serve(folder);
    await sendAll(collector.port, unanswered, ledger);
    const counted = await overview(folder, collector.port);
    expect(await collector.terminate()).toBe(0);
    const stored = await exported(folder, project.id);
    const orders = new Set(stored.flatMap(({ conversion }) => conversion?.order_id ?? []));
    expect(orders.size).toBeGreaterThan(0);
    expect(stored.filter(({ conversion }) => conversion !== null).length).toBeGreaterThan(orders.size);
    expect(counted.events, 'the events of the report').toBe(stored.length);
    expect(counted.conversions, 'each order counts once').toBe(orders.size);
    expect(counted.revenue).toBeCloseTo(orders.size * 19.99, 2);
    expect(await checked(folder)).toBe('ok');
    return stored;
  }
});

async function overview(folder: string, port: number) {
  const { key } = await cvqJson<{ key: string }>(folder, 'key', 'create', '--name', 'reader');
  const answer = await fetch(`http://127.0.0.1:${port}/v1/analytics/overview?range=7d`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: Record<'events' | 'conversions' | 'revenue', number> };
  return data;
}

describe('the same kills see a collector', () => {
  const cases: readonly [string, Mutant, keyof Verdict][] = [
    ['that acknowledges before it commits', 'hasty', 'lost'],
    ['that forgets which requests it has seen', 'forgetful', 'doubled'],
  ];

  it.each(cases)('%s', { tags: ['long'], timeout: boundMs(20, 20_000) }, async (_, mutant, flaw) => {
    const shop = await openShop(SEED);
    let found = 0;
    for (let kill = 1; kill <= 20 && found === 0; kill += 1) {
      await liveAndDie(shop, mutant);
      const stored = await exported(shop.folder, shop.project.id);
      found = shop.ledger.judge(stored)[flaw].length;
    }
    expect(found).toBeGreaterThan(0);
    tell(`kill -9, ${mutant}`, { [flaw]: found, ...shop.ledger.counts });
  });
});
