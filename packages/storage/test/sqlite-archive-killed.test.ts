import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../test/builders/seeded-random.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { WHOLE } from '../../../test/builders/whole.ts';
import { answersInZone, ZONES } from './answers-in-zone.ts';
import { everyEvent } from './contract/stores.ts';
import { type EventStores, openSqliteEventStores } from './event-stores.ts';
import { CHANGES, killedTraffic, PROJECTS, type StoredCall } from './killed-traffic.ts';

/** About how often: a few times in `npm test`, many times by `npm run test:archive-kills`. */
const KILLS = Number(process.env.TEST_ARCHIVE_KILLS ?? (WHOLE ? 4 : 2));
const SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const STORIES_A_KILL = 6;
const PROGRAM = join(import.meta.dirname, 'archiving-program.ts');

type Life = {
  readonly folder: string;
  readonly plan: string;
  readonly random: ReturnType<typeof seededRandom>;
};

function run(role: string, ...given: readonly string[]) {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, role, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, closed: once(child, 'close') };
}

/** Stores calls from one on, beside a process that archives, and kills both at any moment. Gives how many were acknowledged. */
async function liveAndDie({ folder, plan, random }: Life, from: number, calls: number): Promise<number> {
  const writer = run('write', folder, plan, String(from));
  const archiver = run('archive', folder, ...PROJECTS);
  const [acknowledged, archived] = [dotsOf(writer.child), dotsOf(archiver.child)];
  await acknowledged.reached(random.whole(1, calls));
  if (random.chance(0.5))
    await Promise.race([
      archived.reached(random.whole(1, 3)),
      acknowledged.reached(Number.POSITIVE_INFINITY),
    ]);
  await new Promise((resolve) => setTimeout(resolve, random.next() * 20));
  const dying = random.shuffled([writer, archiver]);
  await Promise.all(dying.map(endOf));
  return acknowledged.count();
}

async function endOf({ child, closed }: ReturnType<typeof run>): Promise<void> {
  child.kill('SIGKILL');
  const [code, signal] = await closed;
  expect([code, signal]).toBeOneOf([
    [0, null],
    [null, 'SIGKILL'],
  ]);
}

/** Counts what a process prints. */
function dotsOf(child: ChildProcess) {
  let [count, isOver] = [0, false];
  let heard = Promise.withResolvers<void>();
  const hear = () => {
    heard.resolve();
    heard = Promise.withResolvers();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    count += chunk.length;
    hear();
  });
  child.once('close', () => {
    isOver = true;
    hear();
  });
  return {
    count: () => count,
    async reached(wanted: number) {
      while (count < wanted && !isOver) await heard.promise;
    },
  };
}

async function store(stores: EventStores, call: StoredCall): Promise<void> {
  if ('events' in call) await stores.ledger.append(call.events);
  else await stores.ledger.removeConversion(call.project, call.removed, { now: call.now });
}

/** All events of a store. */
const eventsOf = async (stores: EventStores) =>
  (await Promise.all(PROJECTS.map((project) => everyEvent(stores, project, 1_000)))).flat();

async function answersOf({ reports }: EventStores, zones: readonly string[]) {
  const places = PROJECTS.flatMap((project) =>
    zones.map((zone) => ({ project, zone, around: CHANGES[project] as number })),
  );
  return Promise.all(places.map((place) => answersInZone(reports, place)));
}

it(
  `a store that is killed while rows are archived and taken out is as one that never was, again and again`,
  async () => {
    const random = seededRandom(SEED);
    const calls = killedTraffic(KILLS * STORIES_A_KILL, SEED);
    const [folder, plan] = [temporaryFolder(), join(temporaryFolder(), 'calls.json')];
    writeFileSync(plan, JSON.stringify(calls));
    const sound = openSqliteEventStores(temporaryFolder());
    await openSqliteEventStores(folder).close();
    let [kills, stored] = [0, 0];
    for (; stored < calls.length; kills += 1) {
      const acknowledged =
        stored + (await liveAndDie({ folder, plan, random }, stored, Math.ceil(calls.length / KILLS / 2)));
      for (const call of calls.slice(stored, acknowledged)) await store(sound, call);
      stored = acknowledged;
      const killed = openSqliteEventStores(folder);
      expect((await killed.log.check()).problems, `after kill ${kills}`).toEqual([]);
      // What was about to be acknowledged may be stored, and what nobody knows of is sent again.
      const next = calls[stored];
      if (next !== undefined) for (const stores of [sound, killed]) await store(stores, next);
      stored += 1;
      expect(await eventsOf(killed), `after kill ${kills}`).toEqual(await eventsOf(sound));
      const zones = stored < calls.length ? [random.pick(ZONES)] : ZONES;
      expect(await answersOf(killed, zones), `after kill ${kills}`).toEqual(await answersOf(sound, zones));
      await killed.close();
    }
    expect(kills).toBeGreaterThan(1);
    await sound.close();
    if (process.env.TEST_LONG === '1')
      process.stdout.write(`archive-kills: ${JSON.stringify({ kills, calls: calls.length, seed: SEED })}\n`);
  },
  60_000 + 20_000 * KILLS,
);
