// 10,000 malformed requests of agents, then programs of others that speak to servers of agents: these are fetched from npm.
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  const test = ['run', 'packages/collector/test/mcp/malformed.test.ts'];
  const env = { ...process.env, MALFORMED_RUNS: '10000' };
  const status = await run(process.execPath, [toolFile('vitest', 'vitest.mjs'), ...test], { cwd: root, env });
  return status === 0 ? run(process.execPath, ['e2e/agents/run.ts'], { cwd: root }) : status;
});
