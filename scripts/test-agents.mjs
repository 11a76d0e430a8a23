// 20,000 malformed requests of agents and of OAuth, 1,000 calls of tools beside the read API, applications that a person lets in at
// a browser, then programs of others that speak to servers of agents: these are fetched from npm.
import { findBrowser } from './find-browser.mjs';
import { root, toolFile } from './root.mjs';
import { main, run } from './run.mjs';

await main(async () => {
  const tests = ['mcp/malformed', 'oauth/malformed', 'mcp/on-the-demo'];
  const files = tests.map((name) => `packages/collector/test/${name}.test.ts`);
  const env = { ...process.env, MALFORMED_RUNS: '10000', TOOL_CALLS: '1000' };
  const browser = { env: { ...process.env, CVQ_CHROMIUM: await findBrowser() } };
  const generated = () =>
    run(process.execPath, [toolFile('vitest', 'vitest.mjs'), 'run', ...files], { cwd: root, env });
  const program = (name) => run(process.execPath, [`e2e/agents/${name}.ts`], { cwd: root, ...browser });
  for (const part of [generated, () => program('let-in-by-a-person'), () => program('run')]) {
    const status = await part();
    if (status !== 0) return status;
  }
  return 0;
});
