import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The tests of `npm test`, repeated far more often than anybody wants to wait for: `kills`, `power` or `fuzz`, with
 * `--kills`, `--cuts` or `--bodies` for how often and `--seed` for where. Prints a line of figures for each.
 */
const RUNS: Readonly<Record<string, { file: string; option: Option; variable: string; usual: string }>> = {
  kills: { file: 'durability/kill.test.ts', option: 'kills', variable: 'TEST_KILLS', usual: '200' },
  power: { file: 'durability/power-loss.test.ts', option: 'cuts', variable: 'TEST_POWER_CUTS', usual: '50' },
  fuzz: { file: 'ingest/fuzz.test.ts', option: 'bodies', variable: 'TEST_FUZZED_BODIES', usual: '100000' },
};
type Option = 'kills' | 'cuts' | 'bodies';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string' },
    cuts: { type: 'string' },
    bodies: { type: 'string' },
    seed: { type: 'string' },
  },
});
const run = RUNS[positionals[0] ?? ''];
if (run === undefined) throw new Error(`Name one of: ${Object.keys(RUNS).join(', ')}`);

const root = join(import.meta.dirname, '..', '..');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', `packages/collector/test/${run.file}`], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_LONG: '1',
    [run.variable]: values[run.option] ?? run.usual,
    ...(values.seed !== undefined && { TEST_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
