import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Counts the transactions of the program from `countCommits()` on, and lets the system kill it at the one in question. */
const KILLER = `
  const { default: Database } = await import('better-sqlite3');
  const [commits, isWithin, ...given] = process.argv.slice(1);
  let left = Number.POSITIVE_INFINITY;
  const countCommits = () => { left = Number(commits); };
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const { transaction } = Database.prototype;
  Database.prototype.transaction = function (work) {
    const original = transaction.call(this, (...given) => {
      const result = work(...given);
      if (left === 0 && isWithin === 'true') kill();
      return result;
    });
    const counted = (begin) => (...given) => {
      if (this.inTransaction) return begin(...given);
      const result = begin(...given);
      if (left === 0) kill();
      left -= 1;
      return result;
    };
    return Object.assign(counted(original), {
      immediate: counted(original.immediate),
      deferred: counted(original.deferred),
    });
  };`;

type Death = {
  readonly commits: number;
  /** Within the transaction after these, and not right after them. */
  readonly isWithin: boolean;
};

/**
 * Runs a program, which finds in `given` what it is given and calls `countCommits` when its work begins, and is killed by
 * the system after so many commits. True where it was killed before it came to its end.
 */
export async function runAndDie(
  program: string,
  given: readonly (string | number)[],
  { commits, isWithin }: Death,
): Promise<boolean> {
  const args = [commits, isWithin, ...given].map(String);
  const child = spawn(process.execPath, ['--eval', KILLER + program, ...args], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toBeOneOf([
    [0, null],
    [null, 'SIGKILL'],
  ]);
  return signal === 'SIGKILL';
}
