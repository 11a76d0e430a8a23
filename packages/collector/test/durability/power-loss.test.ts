import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../test/builders/seeded-random.ts';
import { inTurn, WHOLE } from '../../../../test/builders/whole.ts';
import { openDisk, whyNoDiskShim } from './disk-shim.ts';
import { FLAWLESS, openLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import { boundMs, repetitions, SEED, tell } from './long-run.ts';
import {
  checked,
  createProject,
  exported,
  isStopped,
  type Mutant,
  serve,
  temporaryFolder,
  until,
} from './program.ts';
import { createTraffic } from './traffic.ts';

const CUTS = repetitions('POWER_CUTS', WHOLE ? 3 : 1);

/** A collector on a disk of which only what was synced survives. */
async function openShop(seed: number) {
  const place = temporaryFolder();
  const folder = join(place, 'data');
  const project = await createProject(folder);
  const disk = openDisk(folder, join(place, 'disk'));
  // What was there before the first life is old, and long on the disk.
  cpSync(folder, disk.image, { recursive: true });
  const random: Random = seededRandom(seed);
  const ledger = openLedger();
  const next = createTraffic(project, random, 'power');

  /** Work, lose power at any moment, and come back with what the disk has. */
  async function losePower(mutant?: Mutant): Promise<void> {
    const collector = await serve(folder, { env: disk.env, mutant });
    const load = startLoad(collector.port, { ledger, next, random });
    await load.answered(random.whole(1, 100));
    await new Promise((resolve) => setTimeout(resolve, random.next() * 20));
    collector.signal('SIGSTOP');
    await until('every thread is stopped', () => isStopped(collector.pid));
    // Nothing can become durable any more; every answer that the clients still get was given before.
    const left = join(place, 'left');
    cpSync(disk.image, left, { recursive: true });
    await collector.kill();
    await load.stop();
    rmSync(folder, { recursive: true });
    rmSync(disk.image, { recursive: true });
    cpSync(left, disk.image, { recursive: true, filter: (file) => !file.endsWith('.new') });
    cpSync(disk.image, folder, { recursive: true });
    rmSync(left, { recursive: true });
  }

  /** What a collector would find: in a copy, since looking at a store mends it, and the next life must do that. */
  async function found() {
    const copy = join(place, 'copy');
    cpSync(folder, copy, { recursive: true });
    const [stored, health] = await Promise.all([exported(copy, project.id), checked(copy)]);
    rmSync(copy, { recursive: true });
    return { stored, health };
  }

  return { folder, ledger, losePower, found };
}

const why = whyNoDiskShim();
const SKIPPED = why === null ? '' : ` (skipped: ${why})`;

describe.skipIf(why !== null)(`a collector that loses power under load${SKIPPED}`, () => {
  it(
    `keeps every acknowledged event exactly once, over ${CUTS} cuts`,
    async () => {
      const { ledger, losePower, found } = await openShop(SEED);
      for (let cut = 1; cut <= CUTS; cut += 1) {
        await losePower();
        const { stored, health } = await found();
        expect(ledger.judge(stored), `after cut ${cut}, seed ${SEED}`).toEqual(FLAWLESS);
        expect(health, `after cut ${cut}`).toBe('ok');
      }
      expect(ledger.counts.acknowledged).toBeGreaterThan(CUTS);
      tell('power loss', { cuts: CUTS, seed: SEED, ...ledger.counts, lost: 0, doubled: 0 });
    },
    boundMs(CUTS, 20_000),
  );

  it('still has the secret that seals what it stored', async () => {
    const { folder, losePower } = await openShop(SEED);
    await losePower();
    expect(readdirSync(folder)).toContain('secret');
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(existsSync(join(folder, 'events.db'))).toBe(true);
  });

  /** What would be lost is seen: the shim, the freeze and the ledger are known to find it. */
  const controls: readonly [string, Mutant][] = [
    ['commits without a sync', 'unsynced'],
    ['acknowledges before it commits', 'hasty'],
  ];
  it.each(inTurn(controls, 0, controls.length))(
    'would lose events if it %s',
    async (_, mutant) => {
      const { ledger, losePower, found } = await openShop(SEED);
      let lost = 0;
      for (let cut = 1; cut <= 20 && lost === 0; cut += 1) {
        await losePower(mutant);
        lost = ledger.judge((await found()).stored).lost.length;
      }
      expect(lost).toBeGreaterThan(0);
      tell(`power loss, ${mutant}`, { lost, ...ledger.counts });
    },
    boundMs(20, 20_000),
  );
});
