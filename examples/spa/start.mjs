// The demo project, a collector and this application, until Ctrl-C. `--built` serves what `vite build` makes of it.
import path from 'node:path';
import { build, createServer, preview } from 'vite';
import { capture, main, run } from '../../scripts/run.mjs';

const here = import.meta.dirname;
const root = path.resolve(here, '../..');
const cvq = path.join(root, 'packages/collector/bin/cvq.js');
const endpoint = process.env.CVQ_BASE_URL || `http://127.0.0.1:${process.env.PORT || 8787}`;

await main(async () => {
  const demo = await makeDemo();
  // Vite gives the application every variable that begins with VITE_.
  process.env.VITE_CVQ_KEY = demo.project;
  process.env.VITE_CVQ_ENDPOINT = endpoint;
  const site = await (process.argv.includes('--built') ? openBuilt() : openSources());
  process.stdout.write(`\n${directions(site.resolvedUrls.local[0], demo)}\n`);
  const env = { CVQ_LOG_LEVEL: 'warn', ...process.env };
  return run(process.execPath, [cvq, 'serve'], { cwd: root, env }).finally(() => site.close());
});

async function makeDemo() {
  const { code, stdout, stderr } = await capture(process.execPath, [cvq, 'demo', '--json'], { cwd: root });
  if (code !== 0) throw new Error(`The demo project could not be made:\n${stderr || stdout}`.trimEnd());
  return JSON.parse(stdout);
}

async function openSources() {
  const server = await createServer({ root: here, server: { host: '127.0.0.1' }, clearScreen: false });
  return server.listen();
}

async function openBuilt() {
  await build({ root: here, logLevel: 'warn' });
  return preview({ root: here, preview: { host: '127.0.0.1' } });
}

function directions(site, demo) {
  return `  Example       ${site}
  Walk          See the plans, choose one, sign up, place the order
  Watch         the browser's console says what is tracked (not with --built)
  Ask           curl -H "Authorization: Bearer ${demo.read_key}" "${endpoint}/v1/analytics/overview?range=today"
`;
}
