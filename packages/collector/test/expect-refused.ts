import { expect } from 'vitest';
import { cvq, type Settings } from './program.ts';

/** A command ends with 1 and says why on stderr, without a stack; on stdout it says nothing. */
export async function expectRefused(
  args: readonly string[],
  settings: Settings,
  says: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await cvq(args, settings);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}
