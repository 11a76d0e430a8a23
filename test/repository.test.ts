import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = trackedFiles();

/** Written in pieces, so that this file does not find itself. */
const forbidden: [what: string, where: RegExp, pattern: RegExp][] = [
  ["a folder of somebody's machine", /./, /(?<![\w.$}~-])\/(?:home|Users|root|work|opt|mnt)\/[\w.-]+/],
  ['a drive of somebody’s machine', /./, /\b[A-Z]:\\(?:Users|work|dev)\\/i],
  [
    'a package registry',
    /./,
    /\bregistry\.[\w-]+\.\w+|\bregistry\s*=\s*https?:|\bresolved: https?:|"resolved"/,
  ],
  ['a test that runs alone', /\.(?:test|spec)\.ts$/, /\b(?:test|it|describe|suite)(?:\.\w+)*\.only\b/],
  [
    'a test that is left out',
    /\.(?:test|spec)\.ts$/,
    /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|fixme|todo)\b/,
  ],
];

describe('no tracked file holds', () => {
  it.each(forbidden)('%s', (_what, where, pattern) => {
    const found = files.filter((file) => where.test(file)).flatMap((file) => linesWith(file, pattern));
    expect(found).toEqual([]);
  });
});

/** Such a name says nothing, so that anything may end up there. */
const NAMELESS = /(?:^|[/-])(?:utils?|helpers?|common|misc|manager)\.[cm]?[jt]sx?$/;

it('no file of code has a name that fits everything', () => {
  expect(files.filter((file) => NAMELESS.test(file))).toEqual([]);
  expect('packages/contract/src/read/common.ts').toMatch(NAMELESS);
});

/** A command has its description in the help, and overloads share the words of the first. */
const SAYS_IT_ELSEWHERE = /^export function \w+Command\(|^export function track\b/;

it('every exported function and class says what it does', () => {
  const silent = files
    .filter((file) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      return lines.flatMap((line, index) =>
        /^export (?:default )?(?:async )?(?:function|class) /.test(line) &&
        !SAYS_IT_ELSEWHERE.test(line) &&
        !lines[index - 1]?.trimEnd().endsWith('*/')
          ? [`${file}:${index + 1}`]
          : [],
      );
    });
  expect(silent).toEqual([]);
});

it('the guard reads the repository', () => {
  expect(files).toContain('package.json');
});

function linesWith(file: string, pattern: RegExp): string[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 160)}`] : [],
    );
}

/** A large or binary file is data: nobody wrote a path into it by hand. */
function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && file !== 'test/repository.test.ts')
    .filter((file) => isSmallText(path.join(root, file)));
}

function isSmallText(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > 2_000_000) return false;
  return !readFileSync(file).includes(0);
}
