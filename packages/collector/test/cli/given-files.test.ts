import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { runInProcess } from '../run-in-process.ts';

const isRoot = process.getuid?.() === 0;

/** What can be in the place of a file, and what is said of it. */
const wrong: [what: string, put: (path: string) => void, says: string][] = [
  ['a directory', (path) => mkdirSync(path), 'is a directory, and a file is needed'],
  [
    'a pipe that nobody writes to',
    (path) => execFileSync('mkfifo', [path]),
    'is a device, a pipe or a socket',
  ],
  ['empty', (path) => writeFileSync(path, ''), 'is empty'],
  ['too large', (path) => tooLarge(path), 'is too large'],
  ...(isRoot
    ? []
    : [['not readable', unreadable, 'may not be used by this user'] as [string, typeof unreadable, string]]),
];

/** A file with a hole, which takes no room. */
function tooLarge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31);
}

function unreadable(path: string): void {
  writeFileSync(path, 'x'.repeat(64));
  chmodSync(path, 0);
}

async function failureOf(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args, settings);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/EISDIR|EACCES|ENOENT|fault of cvq/);
  return stderr;
}

describe.skipIf(process.platform === 'win32')('a file that is no file as it should be', () => {
  it.each(wrong)('the secret, %s: is named with the setting and what to do', async (_what, put, says) => {
    const folder = temporaryFolder();
    put(join(folder, 'secret'));
    for (const command of [['serve'], ['demo'], ['webhook', 'list'], ['secret', 'accept']]) {
      const said = await failureOf(command, { CVQ_DATA: folder, PORT: '0' });
      expect(said).toContain(`${join(folder, 'secret')} ${says}`);
      expect(said).toMatch(/as long as CVQ_SECRET is not set: restore it from a backup/);
    }
  });

  it.each(wrong)(
    'the file of cities, %s: is named with the setting and what to do',
    async (_what, put, says) => {
      const folder = temporaryFolder();
      const cities = join(folder, 'cities.mmdb');
      put(cities);
      const said = await failureOf(['serve'], { CVQ_DATA: folder, PORT: '0', CVQ_GEO_CITY_MMDB: cities });
      expect(said).toContain(
        `CVQ_GEO_CITY_MMDB: ${cities} is not a usable MaxMind database (.mmdb): it ${says}`,
      );
      expect(said).toContain('Name such a file, or unset it');
      rmSync(cities, { recursive: true, force: true });
    },
  );

  it('the file of cities, a device without an end', async () => {
    const said = await failureOf(['serve'], {
      CVQ_DATA: temporaryFolder(),
      PORT: '0',
      CVQ_GEO_CITY_MMDB: '/dev/zero',
    });
    expect(said).toContain(
      'CVQ_GEO_CITY_MMDB: /dev/zero is not a usable MaxMind database (.mmdb): it is a device',
    );
  });
});
