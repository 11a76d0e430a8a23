import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openControlStore } from '@cvq/storage';
import { expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq, start } from '../program.ts';

/** A part of a large file in `npm test`; the whole one by `npm run test:spend-volume`. */
const LINES = Number(process.env.TEST_SPEND_LINES ?? (WHOLE ? 100_000 : 40_000));
const CAMPAIGNS = 1_000;
/** So many megabytes the program may hold on to, however long the file is. */
const HEAP_MB = 48;

function* linesOfFile(): Generator<string> {
  yield 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency\n';
  for (let index = 0; index < LINES; index += 1) {
    const date = new Date(Date.UTC(2023, 0, 1 + Math.floor(index / CAMPAIGNS))).toISOString().slice(0, 10);
    const campaign = 120_000_000 + ((index * 7_919) % CAMPAIGNS);
    yield `${date},tiktok_ads,${campaign},Campaign ${campaign},${index % 90}.${100_000 + (index % 9)},${index},1,EUR\n`;
  }
}

it(
  `a file of ${LINES} lines is imported, and imported again, in ${HEAP_MB} MB of memory`,
  async () => {
    const folder = temporaryFolder();
    const made = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], { CVQ_DATA: folder });
    const { id: project } = JSON.parse(made.stdout);
    const file = join(folder, 'large.csv');
    await pipeline(Readable.from(linesOfFile()), createWriteStream(file));
    const seconds: number[] = [];
    for (const expected of [
      { stored: LINES, removed: 0 },
      { stored: LINES, removed: 0 },
    ]) {
      const startedAt = performance.now();
      const args = ['spend', 'import', file, '--project', project, '--json'];
      const program = start(args, { CVQ_DATA: folder }, [`--max-old-space-size=${HEAP_MB}`]);
      const { code } = await program.exited;
      seconds.push(Math.round((performance.now() - startedAt) / 100) / 10);
      expect(program.stderr()).toBe('');
      expect(code).toBe(0);
      expect(JSON.parse(program.stdout())).toMatchObject(expected);
    }
    const store = openControlStore({ folder, migrate: false });
    const [source] = await store.listSpendSources(project);
    const day = { first: '2023-01-02', last: '2023-01-02' };
    expect(source?.days?.first).toBe('2023-01-01');
    expect((await store.readSpend(project, day)).rows).toHaveLength(CAMPAIGNS);
    await store.close();
    if (process.env.TEST_LONG === '1')
      process.stdout.write(`spend-volume: ${JSON.stringify({ lines: LINES, seconds, heapMb: HEAP_MB })}\n`);
  },
  60_000 + LINES,
);
