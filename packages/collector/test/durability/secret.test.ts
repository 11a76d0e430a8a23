import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { BadSetting } from '../../src/config.ts';
import { loadSecret } from '../../src/secrets/load-secret.ts';
import { launch, temporaryFolder } from './program.ts';

describe('the secret of a data folder', () => {
  it('is made once, and is the same ever after', () => {
    const folder = temporaryFolder();
    const secret = loadSecret(null, folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(loadSecret(null, folder)).toBe(secret);
    expect(readdirSync(folder), 'no draft of it is left').toEqual(['secret']);
  });

  it('is one for collectors that start together', async () => {
    const folder = temporaryFolder();
    const starts = Array.from({ length: WHOLE ? 4 : 2 }, () => launch(folder));
    const secretSeen = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!readdirSync(folder).includes('secret')) return;
        clearInterval(look);
        resolve();
      }, 1);
    });
    await secretSeen;
    const first = readFileSync(join(folder, 'secret'), 'utf8');
    expect(first, 'whole from the moment that it is there').toMatch(/^[0-9a-f]{64}$/);
    await Promise.all(
      starts.map(async ({ kill, exited, printed }) => {
        await printed('stdout', /listening/);
        kill('SIGTERM');
        expect((await exited).code).toBe(0);
      }),
    );
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(first);
  });

  it('is refused, with a message that names its file, when it was cut short', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'secret'), '');
    expect(() => loadSecret(null, folder)).toThrow(BadSetting);
    expect(() => loadSecret(null, folder)).toThrow(`${join(folder, 'secret')} is empty or cut short`);
  });
});
