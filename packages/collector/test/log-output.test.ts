import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogOutput } from '../src/log-output.ts';
import { temporaryFolder } from './collector.ts';
import { until } from './durability/program.ts';

const NONBLOCK = constants.O_NONBLOCK;

/** A pipe that does not wait, and what can be read from it now. */
function openPipe() {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | NONBLOCK);
  onTestFinished(() => {
    closeSync(reader);
    closeSync(writer);
  });
  const room = Buffer.alloc(1_000_000);
  let text = '';
  return {
    writer,
    /** All lines that came so far. */
    lines(): string[] {
      try {
        for (let read = readSync(reader, room); read > 0; read = readSync(reader, room))
          text += room.toString('utf8', 0, read);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
      return text.split('\n').slice(0, -1);
    },
  };
}

const lineOf = (count: number) => `${String(count).padStart(6, '0')} ${'x'.repeat(92)}\n`;
const numbersOf = (lines: readonly string[]) => lines.map((line) => Number(line.slice(0, 6)));

it('writes a line before it returns, while somebody reads', () => {
  const { writer, lines } = openPipe();
  const output = new LogOutput(writer, { onLost: () => expect.unreachable() });
  output.write('first\n');
  expect(lines()).toEqual(['first']);
});

it('keeps lines in their order while nobody reads, and writes each once, whole, when somebody does', async () => {
  const { writer, lines } = openPipe();
  const output = new LogOutput(writer, { onLost: () => expect.unreachable() });
  const written = Array.from({ length: 8_000 }, (_, index) => index);
  for (const number of written) output.write(lineOf(number));
  await until('all have come', () => lines().length === written.length);
  expect(numbersOf(lines())).toEqual(written);
});

it('holds a bounded part of what nobody reads, and tells then how many lines were lost and why', async () => {
  const { writer, lines } = openPipe();
  const told: { lost: number; cause: string }[] = [];
  const output = new LogOutput(writer, {
    onLost: (lost, cause) => told.push({ lost, cause: cause.message }),
  });
  const count = 50_000;
  for (let number = 0; number < count; number += 1) output.write(lineOf(number));
  expect(told).toEqual([]);
  await until('the loss is told', () => {
    lines();
    return told.length > 0;
  });
  const kept = numbersOf(lines());
  expect(kept.length).toBeLessThan(count / 2);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index));
  expect(told).toEqual([{ lost: count - kept.length, cause: expect.stringContaining('EAGAIN') }]);
  output.write(lineOf(count));
  expect(numbersOf(lines()).at(-1)).toBe(count);
});
