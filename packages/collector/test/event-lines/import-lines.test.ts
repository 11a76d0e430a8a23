import type { ImportedEvent, IngestLedger } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { anEvent } from '../../../../test/builders/event-records.ts';
import { type ImportStopped, importLines } from '../../src/event-lines/import-lines.ts';
import { MAX_LINE_BYTES } from '../../src/event-lines/lines-of.ts';
import { toEventLine } from '../../src/event-lines/to-event-line.ts';

/** A ledger that notes what is imported, commit by commit. */
function noting() {
  const commits: string[][] = [];
  const seen = new Set<string>();
  const ledger: Pick<IngestLedger, 'import'> = {
    async import(events) {
      commits.push(events.map(suffixOf));
      const outcomes = events.map(({ event: { id } }) => {
        const isNew = !seen.has(id.suffix);
        seen.add(id.suffix);
        return { status: isNew ? 'stored' : 'duplicate', id } as const;
      });
      return { outcomes, isShared: true };
    },
  };
  return { commits, ledger };
}

const suffixOf = ({ event }: ImportedEvent) => event.id.suffix;
const line = (suffix: string) =>
  JSON.stringify(
    toEventLine({
      event: anEvent({ id: { ms: 1_795_255_200_000, suffix } }),
      ...{ bot: null, conversion: null, session: null, order: null },
    }),
  );
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`n${index + 1}`));

async function run(pieces: readonly (string | Uint8Array)[], { skipBad = false } = {}) {
  const { commits, ledger } = noting();
  const told: string[] = [];
  const tell = (text: string) => void told.push(text);
  async function* input() {
    yield* pieces;
  }
  const work = importLines(input(), {
    project: 'proj_shop',
    ledger,
    skipBad,
    tell,
    now: () => Date.UTC(2030, 0),
  });
  return { summary: await work.catch((error: ImportStopped) => error), commits, told };
}

describe('lines are imported', () => {
  it('however they are cut into pieces, in characters too, with or without a newline at the end', async () => {
    const text = `${line('a')}\r\n\n${line('b').replace('pageview', 'für')}\n${line('c')}`;
    const bytes = Buffer.from(text);
    for (const size of [1, 7, 1_000, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const { summary, commits } = await run(pieces);
      expect(summary).toEqual({ lines: 3, stored: 3, duplicates: 0, skipped: 0 });
      expect(commits).toEqual([['a', 'b', 'c']]);
    }
  });

  it('in commits of at most 500 events', async () => {
    const { commits, summary } = await run([lines(1_201).join('\n')]);
    expect(commits.map((commit) => commit.length)).toEqual([500, 500, 201]);
    expect(summary).toMatchObject({ lines: 1_201, stored: 1_201 });
  });

  it('and those that were there before are counted', async () => {
    const { summary } = await run([`${line('a')}\n${line('a')}\n${line('b')}\n`]);
    expect(summary).toEqual({ lines: 3, stored: 2, duplicates: 1, skipped: 0 });
  });

  it('and nothing is an import of nothing', async () => {
    expect(await run([])).toMatchObject({ commits: [], summary: { lines: 0, stored: 0 } });
  });
});

describe('a bad line', () => {
  it('ends the import with nothing of its commit stored, and tells what is', async () => {
    const input = lines(1_200);
    input[1_100] = '{}';
    const { summary, commits } = await run([input.join('\n')]);
    expect(commits.flat()).toHaveLength(1_000);
    expect(summary).toMatchObject({
      message: expect.stringMatching(/^Line 1101: format must be 2\./),
      storedUpTo: 1_000,
    });
  });

  it('is left out where that is asked for, by its number and reason', async () => {
    const { summary, commits, told } = await run([`${line('a')}\nnonsense\n${line('b')}\n`], {
      skipBad: true,
    });
    expect(commits).toEqual([['a', 'b']]);
    expect(summary).toEqual({ lines: 3, stored: 2, duplicates: 0, skipped: 1 });
    expect(told).toEqual(['Left out line 2: It is not valid JSON.']);
  });

  it('is one that is too long to be read, which is never held in memory', async () => {
    const long = [
      Buffer.from(`${line('a')}\n{"`),
      Buffer.alloc(MAX_LINE_BYTES, 0x61),
      Buffer.alloc(9_000, 0x61),
    ];
    const { summary, commits } = await run([...long, `\n${line('b')}`], { skipBad: true });
    expect(commits).toEqual([['a', 'b']]);
    expect(summary).toMatchObject({ skipped: 1 });
    const stopped = await run(long);
    expect(stopped.summary).toMatchObject({ message: 'Line 2: It is longer than 4194304 bytes.' });
  });

  it('is one of a hundred that are named, and the others are counted', async () => {
    const { summary, told } = await run([Array.from({ length: 300 }, () => '{').join('\n')], {
      skipBad: true,
    });
    expect(summary).toEqual({ lines: 300, stored: 0, duplicates: 0, skipped: 300 });
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toBe('Further bad lines are only counted.');
  });
});
