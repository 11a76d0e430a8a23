import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** A rule, how a second copy of it would look in code, where it stands, and such a copy. */
const RULES: [rule: string, copy: RegExp, home: RegExp, planted: string][] = [
  [
    'the length of a day',
    /\b86_?400_?000\b/,
    /^packages\/(contract\/src\/constants|browser\/src\/.*)\.ts$/,
    'const DAY = 86_400_000;',
  ],
  [
    'the words for what is missing',
    /'\((?:not set|direct|none)\)'/,
    /^packages\/contract\/src\/constants\.ts$/,
    "const NOT_SET = '(not set)';",
  ],
  [
    'what is an address',
    /\bisIP(?:v[46])?\b|\bBlockList\b/,
    /^packages\/collector\/src\/net\/address\.ts$/,
    "import { isIP } from 'node:net';",
  ],
  [
    'special networks',
    /'(?:10|127|192\.168|172\.16|169\.254|100\.64)(?:\.0)+(?:\/\d+)?'/,
    /^packages\/collector\/src\/net\/special-networks\.ts$/,
    "const HOME = ['10.0.0.0/8'];",
  ],
  [
    'the library of addresses',
    /'ipaddr\.js'/,
    /^packages\/collector\/src\/net\//,
    "import ipaddr from 'ipaddr.js';",
  ],
];

const files = globSync('packages/{contract,storage,collector,browser,node}/src/**/*.ts', { cwd: root });

/** Comments may name what code may not repeat. */
function codeOf(text: string): string {
  return text.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, '');
}

describe('a rule stands in one place', () => {
  test.each(RULES)('%s', (_, copy, home) => {
    const others = files.filter((file) => !home.test(file));
    expect(others.filter((file) => copy.test(codeOf(readFileSync(path.join(root, file), 'utf8'))))).toEqual(
      [],
    );
    expect(
      files.some((file) => home.test(file)),
      'its home is there',
    ).toBe(true);
  });

  test.each(RULES)('and a planted second copy is found: %s', (_rule, copy, home, planted) => {
    expect(home.test('packages/collector/src/track/planted.ts')).toBe(false);
    expect(codeOf(planted)).toMatch(copy);
  });
});
