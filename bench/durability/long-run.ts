import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The tests of `npm test`, repeated far more often than anybody wants to wait for: `kills`, `power`,
 * `fuzz`, `webhook-kills`, `ad-kills`, `ad-serve-kills`, `archive-kills`, `rotation-kills`, `spend-volume`, `spend-commits` or `rules`, with `--kills`, `--cuts`, `--bodies`, `--webhook-kills`, `--ad-kills`, `--ad-serve-kills`, `--lines` or `--runs` for
 * how often and `--seed` for where. Prints a line of figures for each.
 */
const RUNS: Readonly<Record<string, Run>> = {
  kills: {
    file: 'collector/test/durability/kill.test.ts',
    option: 'kills',
    variable: 'TEST_KILLS',
    usual: '200',
  },
  power: {
    file: 'collector/test/durability/power-loss.test.ts',
    option: 'cuts',
    variable: 'TEST_POWER_CUTS',
    usual: '50',
  },
  'webhook-kills': {
    file: 'collector/test/webhooks/kill.test.ts',
    option: 'webhook-kills',
    variable: 'TEST_WEBHOOK_KILLS',
    usual: '20',
    beside: { TEST_WEBHOOK_DELIVERIES: '10000' },
  },
  'ad-kills': {
    file: 'collector/test/ad-platforms/kill.test.ts',
    option: 'ad-kills',
    variable: 'TEST_AD_KILLS',
    usual: '20',
    beside: { TEST_AD_CONVERSIONS: '5000' },
  },
  'ad-serve-kills': {
    file: 'collector/test/ad-platforms/serve-kill.test.ts',
    option: 'ad-serve-kills',
    variable: 'TEST_AD_SERVE_KILLS',
    usual: '10',
    beside: { TEST_AD_SERVE_CONVERSIONS: '300' },
  },
  fuzz: {
    file: 'collector/test/ingest/fuzz.test.ts',
    option: 'bodies',
    variable: 'TEST_FUZZED_BODIES',
    usual: '100000',
  },
  'archive-kills': {
    file: 'storage/test/sqlite-archive-killed.test.ts',
    option: 'kills',
    variable: 'TEST_ARCHIVE_KILLS',
    usual: '100',
  },
  'rotation-kills': {
    file: 'collector/test/durability/rotated-secret.test.ts',
    option: 'kills',
    variable: 'TEST_ROTATION_KILLS',
    usual: '40',
  },
  'spend-volume': {
    file: 'collector/test/spend/spend-volume.test.ts',
    option: 'lines',
    variable: 'TEST_SPEND_LINES',
    usual: '1000000',
  },
  'spend-commits': {
    file: 'storage/test/sqlite-small-commits.test.ts',
    option: 'lines',
    variable: 'TEST_SPEND_ROWS',
    usual: '1000000',
  },
  rules: { file: 'storage/test/sqlite-', option: 'runs', variable: 'TEST_HISTORIES', usual: '20000' },
};
type Option =
  | 'kills'
  | 'cuts'
  | 'bodies'
  | 'webhook-kills'
  | 'ad-kills'
  | 'ad-serve-kills'
  | 'lines'
  | 'runs';
type Run = {
  readonly file: string;
  readonly option: Option;
  readonly variable: string;
  readonly usual: string;
  readonly beside?: Readonly<Record<string, string>>;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    cuts: { type: 'string' },
    bodies: { type: 'string' },
    'webhook-kills': { type: 'string' },
    'ad-kills': { type: 'string' },
    'ad-serve-kills': { type: 'string' },
    lines: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
});
const run = RUNS[positionals[0] ?? ''];
if (run === undefined) throw new Error(`Name one of: ${Object.keys(RUNS).join(', ')}`);

const root = join(import.meta.dirname, '..', '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', `packages/${run.file}`], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_LONG: '1',
    ...run.beside,
    [run.variable]: values[run.option] ?? run.usual,
    ...(values.seed !== undefined && { TEST_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
