import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** A rule, how a second copy of it would look in code, where it stands, and such a copy. */
const RULES: [rule: string, copy: RegExp, home: RegExp, planted: string][] = [
  [
    'the length of a day',
    /\b86_?400_?000\b|\b24 \* 60 \* 60\b/,
    /^packages\/contract\/src\/constants\.ts$/,
    'const DAY = 86_400_000;',
  ],
  [
    'how long a touch is credited and user data is kept',
    /\b90 \* /,
    /^packages\/contract\/src\/constants\.ts$/,
    'const WINDOW_MS = 90 * DAY_MS;',
  ],
  [
    'when a session is idle',
    /\b30 \* (?:MINUTE_MS|60_?000|60 \* 1_?000)\b|\b1_?800_?000\b/,
    /^packages\/(contract\/src\/constants|storage\/src\/.*(?:retention|purge))\.ts$/,
    'const SESSION_MS = 30 * 60_000;',
  ],
  [
    'how long the SDK keeps what it could not send',
    /\b604_?800_?000\b/,
    /^packages\/contract\/src\/constants\.ts$/,
    'const MAX_AGE_MS = 604_800_000;',
  ],
  [
    'the words for what is missing',
    /'\((?:not set|direct|none)\)'/,
    /^packages\/contract\/src\/constants\.ts$/,
    "const NOT_SET = '(not set)';",
  ],
  [
    'the names of click ids',
    /\[[^\]]*'(?:gclid|msclkid|fbclid|ttclid|gbraid|wbraid)'[^\]]*\]|'(?:gclid|gbraid|wbraid|ttclid|twclid)': ?'/,
    /^packages\/(contract\/src\/(constants|ad-platforms)|collector\/src\/attribution\/tables\/click-ids)\.ts$/,
    "const CLICK_IDS = ['gclid', 'msclkid'];",
  ],
  [
    'the names of ad platforms',
    /'(?:google|microsoft|meta)_ads'/,
    // Forms of the dashboard say which of their fields a platform has.
    /^packages\/(contract\/src\/ad-platforms|storage\/src\/.*|collector\/src\/ad-platforms\/.*-adapter|dashboard\/src\/pages\/settings\/integrations\/.*)\.tsx?$/,
    "const PLATFORM = 'google_ads';",
  ],
  [
    'what is an address',
    /\bisIP(?:v[46])?\b|\bBlockList\b/,
    /^packages\/collector\/src\/net\/address\.ts$/,
    "import { isIP } from 'node:net';",
  ],
  [
    'special networks',
    /'(?:10|127|192\.168|172\.16|169\.254|100\.64)(?:\.0)+(?:\/\d+)?'|\/\^?\(?(?:\?:)?(?:127|10|192\\\.168)\\?[.(]/,
    /^packages\/collector\/src\/net\/special-networks\.ts$/,
    "const HOME = ['10.0.0.0/8'];",
  ],
  [
    'which currencies a project can have',
    /supportedValuesOf\('currency'\)/,
    /^packages\/contract\/src\/currencies\.ts$/,
    "const CODES = Intl.supportedValuesOf('currency');",
  ],
  [
    'how rows are read one by one',
    /\.iterate\(/,
    /^packages\/storage\/src\/sqlite\/(rows-of|late-statement)\.ts$/,
    'for (const row of statement.iterate()) read(row);',
  ],
  [
    'what is a whole number in text',
    /\/\^\\d(?:\+|\{\d,\d+\})\$\/\.test\((?!labels)|\.regex\(\/\^\\d/,
    /^packages\/(node\/src\/verify-webhook|collector\/src\/(read-whole-number|net\/networks))\.ts$/,
    'const number = /^\\d+$/.test(text) ? Number(text) : null;',
  ],
  [
    'whose a host is',
    /replace\(\/\^www\\\.\/|startsWith\('www\.'\)/,
    /^packages\/collector\/src\/net\/hosts\.ts$/,
    "const host = name.replace(/^www\\./, '');",
  ],
  [
    'the cookies of the SDK, and how long they live',
    /'(?:no_cvq|cvq_ad)'|\bno_cvq=|34_?560_?000|7_?776_?000_?000/,
    /^packages\/contract\/src\/constants\.ts$/,
    "export const OPT_OUT = 'no_cvq';",
  ],
  [
    'how long an e-mail address and a host may be',
    /(?:=|>|\() ?25[34]\b/,
    /^packages\/(contract\/src\/constants|collector\/src\/net\/hosts)\.ts$/,
    'const MAX_EMAIL = 254;',
  ],
  [
    'what a Host header may be',
    /\[\\w\.:\[\\\]-\]|URL\.parse\([`']http/,
    /^packages\/collector\/src\/net\/host-of-header\.ts$/,
    "const url = URL.parse('http://' + headers.host);",
  ],
  [
    'how a moment that may be missing is written',
    /\b([\w.]+) === null \? null : new Date\(\1\)\.toISOString\(\)/,
    /^packages\/collector\/src\/iso-or-null\.ts$/,
    'const ended_at = endedAt === null ? null : new Date(endedAt).toISOString();',
  ],
  [
    'the paths of tracking',
    /['"`}]\/v1\/(?:track|events|pixel)\b/,
    /^packages\/contract\/src\/constants\.ts$/,
    "const isTracking = path.startsWith('/v1/track');",
  ],
];

const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root });

/** Comments may name what code may not repeat. */
function codeOf(text: string): string {
  return text.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, '');
}

describe('a rule stands in one place', () => {
  it.each(RULES)('%s', (_, copy, home) => {
    const others = files.filter((file) => !home.test(file));
    expect(others.filter((file) => copy.test(codeOf(readFileSync(path.join(root, file), 'utf8'))))).toEqual(
      [],
    );
    expect(
      files.some((file) => home.test(file)),
      'its home is there',
    ).toBe(true);
  });

  it.each(RULES)('and a planted second copy is found: %s', (_rule, copy, home, planted) => {
    expect(home.test('packages/collector/src/track/planted.ts')).toBe(false);
    expect(codeOf(planted)).toMatch(copy);
  });
});
