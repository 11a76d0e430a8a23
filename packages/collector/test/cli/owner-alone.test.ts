import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { cvqProcess, serve } from '../program.ts';

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

it.runIf(process.getuid?.() === 0)(
  'what root makes in the data folder of another user is that user’s, who goes on with it',
  async () => {
    const owner = 65_534;
    const folder = temporaryFolder();
    chownSync(folder, owner, owner);
    const settings = { CVQ_DATA: folder };
    expect((await cvqProcess(['demo', '--days', '1'], settings)).code).toBe(0);
    const collector = await serve({ ...settings, CVQ_BOT_NETWORKS: 'off' });
    collector.kill('SIGTERM');
    await collector.exited;
    expect((await cvqProcess(['secret', 'rotate'], settings)).code).toBe(0);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names).toEqual(
      expect.arrayContaining(['control.db', 'events.db', 'events.mark', 'scripts', 'secret', 'usage.db']),
    );
    expect(names.filter((name) => statSync(join(folder, name)).uid !== owner)).toEqual([]);
  },
);
