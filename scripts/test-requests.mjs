// The tests of generated requests with as many as the argument says, 20,000 without one.
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';

const [runs = '20000'] = process.argv.slice(2);
const args = [
  'run',
  'packages/collector/test/openapi/requests.test.ts',
  'packages/collector/test/dashboard-api/generated-requests.test.ts',
];
await main(() =>
  run(process.execPath, [toolFile('vitest', 'vitest.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, REQUEST_RUNS: runs },
  }),
);
