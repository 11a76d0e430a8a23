import { expect } from 'vitest';
import { cvq, type Settings } from './program.ts';

/** What a command prints with `--json`: one JSON value on stdout, and nothing else there or on stderr. */
export async function toldBy<Told>(args: readonly string[], settings: Settings): Promise<Told> {
  const { code, stdout, stderr } = await cvq([...args, '--json'], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout) as Told;
}
