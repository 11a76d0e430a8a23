import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { dashboardOperations } from '../../src/dashboard-api/operations.ts';
import { questions } from '../../src/dashboard-api/questions.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');
const [, section = ''] = page.split('## Commands and the dashboard');
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `cvq ([^`]+)` \| (.+) \|$/gm)].map(
  ([, command = '', cell = '']) => ({ command, cell }),
);

/** A command, or all below it. */
function namesOf({ commands }: Command, name: string): string[] {
  return commands.length === 0 ? [name] : commands.flatMap((each) => namesOf(each, `${name} ${each.name()}`));
}

it('every command has its operation of the dashboard, or the reason why it has none', async () => {
  const names = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => namesOf(await load(), name)),
  );
  expect(rows.map(({ command }) => command)).toEqual(names.flat());
  const operations = new Set([...dashboardOperations, ...questions].map(({ name }) => name));
  const unknown = rows.flatMap(({ command, cell }) => {
    if (/^not there: .{20,}$/.test(cell)) return [];
    const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return named.length > 0 && named.every((name) => operations.has(name)) ? [] : [command];
  });
  expect(unknown).toEqual([]);
});
