// 10,000 malformed requests of agents, the official client with a person at a browser, then programs of others that speak to
// servers of agents: these are fetched from npm.
import { findBrowser } from './find-browser.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  const test = ['run', 'packages/collector/test/mcp/malformed.test.ts'];
  const env = { ...process.env, MALFORMED_RUNS: '10000' };
  const browser = { env: { ...process.env, CVQ_CHROMIUM: await findBrowser() } };
  const malformed = () =>
    run(process.execPath, [toolFile('vitest', 'vitest.mjs'), ...test], { cwd: root, env });
  const program = (name, more = {}) =>
    run(process.execPath, [`e2e/agents/${name}.ts`], { cwd: root, ...more });
  for (const part of [malformed, () => program('official-client', browser), () => program('run')]) {
    const status = await part();
    if (status !== 0) return status;
  }
  return 0;
});
