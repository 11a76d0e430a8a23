import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { cvqProcess } from '../program.ts';

vi.setConfig({ testTimeout: 120_000 });

it.skipIf(process.platform === 'win32')('what cvq makes can be read by its owner alone', async () => {
  const folder = join(temporaryFolder(), 'data');
  expect(
    (await cvqProcess(['project', 'create', '--domain', 'shop.example'], { CVQ_DATA: folder })).code,
  ).toBe(0);
  const modes = ['.', ...readdirSync(folder)].map((name) => [
    name,
    statSync(join(folder, name)).mode & 0o077,
  ]);
  expect(modes.length).toBeGreaterThan(2);
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([]);
});
