import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Each file breaks the rule named first, and is the only one that does it in this way. */
const planted: [rule: string, file: string, code: string][] = [
  ['constants-import-nothing', 'packages/contract/src/constants.ts', "import './error.ts';"],
  ['redaction-imports-constants', 'packages/contract/src/redact.ts', "import './error.ts';"],
  ['contract-imports-only-zod', 'packages/contract/src/id.ts', "import { randomUUID } from 'node:crypto';"],
  ['contract-imports-only-zod', 'packages/contract/src/page.ts', "import express from 'express';"],
  [
    'drivers-only-in-storage',
    'packages/collector/src/keys/find.ts',
    "import Database from 'better-sqlite3';",
  ],
  ['drivers-only-in-storage', 'packages/collector/src/edge/pool.ts', "import { Pool } from 'pg';"],
  ['adapters-stay-apart', 'packages/storage/src/postgres/keys.ts', "import '../sqlite/events.ts';"],
  ['one-file-names-adapters', 'packages/storage/src/index.ts', "export * from './sqlite/events.ts';"],
  ['track-imports-no-read', 'packages/collector/src/track/count.ts', "import '../read/answer.ts';"],
  ['read-imports-no-track', 'packages/collector/src/read/recent.ts', "import '../track/routes.ts';"],
  [
    'rooms-import-no-path',
    'packages/collector/src/bots/seen.ts',
    "import type { A } from '../read/answer.ts';",
  ],
  [
    'rooms-know-no-express',
    'packages/collector/src/quotas/limit.ts',
    "import type { Request } from 'express';",
  ],
  ['accounts-know-no-surface', 'packages/collector/src/accounts/roles.ts', "import '../cli/print.ts';"],
  [
    'collector-takes-http-in-one-place',
    'packages/collector/src/webhooks/post.ts',
    "import { request } from 'node:http';",
  ],
  [
    'accounts-know-no-surface',
    'packages/collector/src/accounts/names.ts',
    "import { Command } from 'commander';",
  ],
  [
    'integrations-know-no-surface',
    'packages/collector/src/integrations/names.ts',
    "import '../cli/print.ts';",
  ],
  [
    'commands-open-stores-in-one-place',
    'packages/collector/src/cli/key.ts',
    "import { openControlStore } from '@cvq/storage';",
  ],
  [
    'deliveries-know-no-destination',
    'packages/collector/src/deliveries/sign.ts',
    "import type { A } from '../webhooks/sign.ts';",
  ],
  ['clients-speak-http', 'packages/dashboard/src/totals.ts', "import { openStores } from '@cvq/storage';"],
  ['clients-speak-http', 'examples/server/main.ts', "import { openStores } from '@cvq/storage';"],
  [
    'browser-takes-only-constants',
    'packages/browser/src/check.ts',
    "import { schema } from '@cvq/contract';",
  ],
  [
    'storage-takes-light-values',
    'packages/storage/src/sqlite/check.ts',
    "import { schema } from '@cvq/contract';",
  ],
  [
    'storage-takes-light-values',
    'packages/storage/src/sqlite/limits.ts',
    "import { PLANS } from '@cvq/contract/plans';",
  ],
  [
    'reports-from-simple-rooms',
    'packages/storage/src/sqlite/reports/values/place.ts',
    "import type { Row } from '../breakdown/row.ts';",
  ],
  ['browser-bundles-no-package', 'packages/browser/src/parse.ts', "import { z } from 'zod';"],
  [
    'packages-through-exports',
    'packages/collector/src/edge/rows.ts',
    "import '../../../contract/src/error.ts';",
  ],
  [
    'packages-through-exports',
    'packages/collector/src/edge/built.ts',
    "import '../../../contract/dist/index.js';",
  ],
  ['imports-exist', 'packages/collector/src/edge/inside.ts', "import '@cvq/contract/dist/index.js';"],
  ['no-cycles', 'packages/collector/src/access/roles.ts', "import type { S } from './scopes.ts';"],
  ['no-cycles-of-rooms', 'packages/collector/src/geo/place.ts', "import '../clients/names.ts';"],
];

/** What the rules must leave alone, and what the planted files import. */
const allowed: [file: string, code: string][] = [
  ['packages/contract/src/error.ts', "import { z } from 'zod';"],
  ['packages/storage/src/sqlite/events.ts', "import Database from 'better-sqlite3';"],
  ['packages/storage/src/open-stores.ts', "import './sqlite/events.ts';"],
  ['packages/storage/src/sqlite/keys.ts', "import { limits } from '@cvq/contract/constants';"],
  ['packages/storage/src/event.ts', "import type { Event } from '@cvq/contract';"],
  ['packages/storage/src/sqlite/reports/breakdown/row.ts', "import '../values/word.ts';"],
  ['packages/storage/src/sqlite/reports/values/word.ts', 'export {};'],
  ['packages/storage/test/events.test.ts', "import '../src/sqlite/events.ts';"],
  ['packages/collector/src/webhooks/sign.ts', "import { createHmac } from 'node:crypto';"],
  ['packages/collector/src/edge/answer.ts', "import type { ServerResponse } from 'node:http';"],
  ['packages/collector/src/main.ts', "import { openStores } from '@cvq/storage';"],
  ['packages/collector/src/app.ts', "import './track/routes.ts'; import './read/answer.ts';"],
  ['packages/collector/src/track/routes.ts', "import express from 'express'; import '../keys/check.ts';"],
  ['packages/collector/src/read/answer.ts', "import '../keys/check.ts';"],
  ['packages/collector/src/keys/check.ts', "import { limits } from '@cvq/contract/constants';"],
  ['packages/collector/src/cli/with-stores.ts', "import { openControlStore } from '@cvq/storage';"],
  ['packages/collector/src/cli/print.ts', "import type { KeyRecord } from '@cvq/storage';"],
  ['packages/collector/src/clients/client.ts', "import '../geo/country.ts';"],
  ['packages/collector/src/clients/names.ts', 'export {};'],
  ['packages/collector/src/geo/country.ts', 'export {};'],
  ['packages/collector/src/access/scopes.ts', "import type { R } from './roles.ts';"],
  ['packages/browser/src/send.ts', "import { limits } from '@cvq/contract/constants';"],
  ['packages/browser/src/batch.ts', "import type { Batch } from '@cvq/contract';"],
];

interface Violation {
  from: string;
  rule: { name: string };
}

let workspace: string;
let violations: Violation[];

beforeAll(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'cvq-directions-'));
  for (const [file, code] of [...planted.map(([, ...rest]) => rest), ...allowed]) write(file, `${code}\n`);
  provide('packages/contract', '@cvq/contract', ['index', 'constants']);
  provide('packages/storage', '@cvq/storage', ['index']);
  for (const name of ['zod', 'express', 'commander', 'better-sqlite3'])
    provide(`node_modules/${name}`, name, ['index']);
  violations = cruise();
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('the direction rules', () => {
  it.each(planted)('%s catches %s', (rule, file) => {
    expect(rulesBrokenBy(file)).toContain(rule);
  });

  it.each(allowed)('allow %s', (file) => {
    // A cycle is reported at every file and every room on it.
    expect(rulesBrokenBy(file).filter((rule) => !rule.startsWith('no-cycles'))).toEqual([]);
  });

  it('are each broken by a planted file', () => {
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules().map(({ name }) => name)));
  });
});

function rulesBrokenBy(file: string): string[] {
  const places = [file, path.posix.dirname(file)];
  return violations.filter(({ from }) => places.includes(from)).map(({ rule }) => rule.name);
}

function rules(): { name: string }[] {
  const load = createRequire(import.meta.url);
  const config = load('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };
  return config.forbidden;
}

function cruise(): Violation[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
      ...['packages', 'examples'],
    ],
    { cwd: workspace, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(`dependency-cruiser said nothing: ${stderr}`);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

/** A package with built files, as pnpm lays it out: a workspace package is a link below node_modules. */
function provide(folder: string, name: string, entries: string[]) {
  const exports = entries.map((entry) => [entry === 'index' ? '.' : `./${entry}`, `./dist/${entry}.js`]);
  write(`${folder}/package.json`, JSON.stringify({ name, exports: Object.fromEntries(exports) }));
  for (const entry of entries) write(`${folder}/dist/${entry}.js`, 'export {};\n');
  if (folder.startsWith('node_modules/')) return;
  mkdirSync(path.join(workspace, 'node_modules/@cvq'), { recursive: true });
  symlinkSync(path.join(workspace, folder), path.join(workspace, 'node_modules', name), 'dir');
}

function write(file: string, text: string) {
  const target = path.join(workspace, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
