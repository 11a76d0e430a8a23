import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventLog } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outcome } from '../bench/read/measure/outcome.ts';
import { standing } from '../bench/read/modes/standing.ts';
import { differences } from '../bench/read/peers/figures.ts';
import { periodOf } from '../bench/read/questions/period-of.ts';
import { nameOf } from '../bench/read/questions/question.ts';
import { QUESTIONS } from '../bench/read/questions/questions.ts';
import { visitsOf } from '../bench/read/seed/chunk.ts';
import { chunksOf } from '../bench/read/seed/plan.ts';
import { seed } from '../bench/read/seed/seed.ts';
import type { Seeded } from '../bench/read/seed/seeded-note.ts';
import { WHOLE } from './builders/whole.ts';

const WANTED = { events: WHOLE ? 12_000 : 4_000, days: 90, tenants: 3 };
const noProgress = () => {};

describe('the seed of the read bench', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-test-'));
  const note = join(folder, 'seeded.json');
  let seeded: Seeded;

  beforeAll(async () => {
    seeded = await seed(folder, WANTED, noProgress);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stores every event that its plan makes, as many as were wanted and those of the tenants', async () => {
    expect(await idsIn(folder, seeded)).toEqual(idsOf(seeded));
    expect(idsOf(seeded).length).toBeGreaterThan(WANTED.events);
  });

  it('gives each tenant ten events', () => {
    const projects = idsOf(seeded).map((id) => id.split(' ')[0]);
    for (const tenant of seeded.projects.tenants) {
      expect(projects.filter((project) => project === tenant)).toHaveLength(10);
    }
  });

  it('goes on where one was stopped, also after a chunk that was stored and not noted', async () => {
    const stopped = { ...JSON.parse(readFileSync(note, 'utf8')), chunks: chunksOf(seeded.plan) - 1 };
    writeFileSync(note, JSON.stringify(stopped));
    expect(await seed(folder, WANTED, noProgress)).toEqual(seeded);
    expect(await idsIn(folder, seeded)).toEqual(idsOf(seeded));
  });

  it('is asked every question of the bench, each with a line of its own', { tags: ['long'] }, async () => {
    const lines: string[] = [];
    const outcome = new Outcome((line) => lines.push(line));
    await standing(seeded, { folder, runs: 1, peers: [], only: '' }, outcome);
    const unasked = QUESTIONS.filter(
      (question) => !lines.some((line) => line.startsWith(`${nameOf(question)} `)),
    );
    expect(unasked).toEqual([]);
  });

  it('refuses a folder with the events of another plan, and says what to do', async () => {
    const other = seed(folder, { ...WANTED, events: 13_000 }, noProgress);
    await expect(other).rejects.toThrow('holds something else than was asked for. Name another --folder');
  });
});

describe('the period of a question', () => {
  it('bounds local days, across the end of summer time', () => {
    const period = periodOf({ end: Date.UTC(2026, 9, 27) }, 3);
    expect(period).toEqual({
      startDate: '2026-10-24',
      endDate: '2026-10-26',
      from: Date.parse('2026-10-24T00:00+02:00'),
      to: Date.parse('2026-10-27T00:00+01:00'),
    });
  });
});

describe('the comparison with other engines', () => {
  const rows = (visitors: readonly number[]) =>
    new Map(visitors.map((count, index) => [`/page/${index}`, { visitors: count, events: count }]));

  it('finds nothing where all figures are the same', () => {
    expect(differences(rows([3, 2]), rows([3, 2]))).toEqual([]);
  });

  it('names the row and the measure that differ, and a row that one of them has not', () => {
    expect(differences(new Map([['all', { visitors: 2 }]]), new Map([['all', { visitors: 3 }]]))).toEqual([
      'all visitors: 2, and not 3',
    ]);
    expect(differences(rows([3]), rows([3, 2]))).toContain('/page/1 visitors: undefined, and not 2');
  });

  it('leaves out the last rows of a list that was cut, where others have as many visitors', () => {
    const [first, second] = [rows(Array(100).fill(7)), rows(Array(101).fill(7))];
    second.delete('/page/0');
    expect(differences(first, second)).toEqual([]);
  });
});

function idsOf({ plan, projects }: Seeded): string[] {
  const chunks = Array.from({ length: chunksOf(plan) }, (_, chunk) => [...visitsOf(plan, chunk, projects)]);
  return chunks
    .flat(2)
    .map(({ project, id }) => `${project} ${id.ms} ${id.suffix}`)
    .sort();
}

async function idsIn(folder: string, { projects }: Seeded): Promise<string[]> {
  const log = openEventLog({ folder, migrate: false });
  const ids: string[] = [];
  for (const project of [...projects.large, ...projects.tenants]) {
    let after: Parameters<typeof log.events>[1] = null;
    do {
      const page = await log.events(project, after, 5_000);
      ids.push(...page.events.map(({ event: { id } }) => `${project} ${id.ms} ${id.suffix}`));
      after = page.next;
    } while (after !== null);
  }
  await log.close();
  return ids.sort();
}
