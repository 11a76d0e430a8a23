// Programs of others that speak to agents' servers, against a collector with a little of the demo: the scenarios of the official
// conformance suite that ask for no tools of their own, the official inspector, and mcp-remote. Fetched from npm: `npm run test:agents`.
import { spawn } from 'node:child_process';
import { openPinnedDemo } from '../pinned-demo.ts';
import { openKeyedProxy } from './keyed-proxy.ts';

const CONFORMANCE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const MCP_REMOTE = 'mcp-remote@0.15.1';

const OF_BOTH = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
const SCENARIOS = {
  '2025-11-25': [...OF_BOTH, 'server-initialize', 'ping', 'server-sse-multiple-streams'],
  '2026-07-28': [
    ...[...OF_BOTH, 'server-sse-multiple-streams', 'caching', 'http-header-validation'],
    'sep-2164-resource-not-found',
  ],
};

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  get_me: [],
  list_projects: [],
  get_overview: ['range=7d', 'compare=previous_period'],
  get_timeseries: ['range=7d', 'granularity=day'],
  get_breakdown: ['dimension=channel', 'limit=5'],
  get_funnel: ['event_types=pageview,purchase'],
  get_spend: ['range=7d'],
  list_conversions: ['limit=1'],
  get_conversion: ['id=conv_1_none'],
  retry_delivery: ['id=conv_1_none'],
  get_bots: ['range=7d'],
};

type Ended = { readonly code: number | null; readonly output: string };

/** Runs a program of npm, which is fetched where it is not there yet. */
function npx(packages: readonly string[], command: readonly string[], env = {}): Promise<Ended> {
  const args = ['-y', ...packages.flatMap((name) => ['-p', name]), ...command];
  const program = spawn('npx', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve, reject) => {
    program.on('error', reject);
    program.on('close', (code) => resolve({ code, output }));
  });
}

const failures: string[] = [];

function note(what: string, isRight: boolean, output: string): void {
  process.stdout.write(`${isRight ? 'ok    ' : 'FAILED'} ${what}\n`);
  if (!isRight) failures.push(`${what}\n${output}`);
}

async function conform(url: string): Promise<void> {
  for (const [revision, scenarios] of Object.entries(SCENARIOS))
    for (const scenario of scenarios) {
      const asked = ['--url', url, '--scenario', scenario, '--spec-version', revision];
      const { code, output } = await npx([CONFORMANCE], ['conformance', 'server', ...asked]);
      note(`conformance ${revision} ${scenario}`, code === 0, output);
    }
}

/** The inspector prints what it was told as JSON; its status says nothing of a tool that refuses. */
async function inspect(url: string, key: string): Promise<void> {
  const to = ['--cli', url, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
  const listed = await npx([INSPECTOR], ['mcp-inspector', ...to, '--method', 'tools/list']);
  note(
    'inspector tools/list',
    Object.keys(TOOLS).every((name) => listed.output.includes(`"${name}"`)),
    listed.output,
  );
  for (const [name, args] of Object.entries(TOOLS)) {
    const given = args.flatMap((one) => ['--tool-arg', one]);
    const call = ['--method', 'tools/call', '--tool-name', name, ...given];
    const { output } = await npx([INSPECTOR], ['mcp-inspector', ...to, ...call]);
    const isRight =
      args[0] === 'id=conv_1_none' ? output.includes('not_found') : !/"isError": ?true|"error"/.test(output);
    note(`inspector ${name}`, isRight && output.includes('structuredContent'), output);
  }
}

/** mcp-remote, as a host starts it that only starts programs: the inspector is that host. */
async function bridge(url: string, key: string): Promise<void> {
  const remote = ['mcp-remote', url, '--allow-http', '--transport', 'http-only'];
  const withKey = ['--header', `Authorization:Bearer ${key}`];
  const call = ['--method', 'tools/call', '--tool-name', 'get_me'];
  const { output } = await npx(
    [INSPECTOR, MCP_REMOTE],
    ['mcp-inspector', '--cli', ...call, '--', ...remote, ...withKey],
  );
  note(
    'mcp-remote get_me',
    output.includes('structuredContent') && !output.includes('"isError": true'),
    output,
  );
}

const demo = await openPinnedDemo(Date.now(), 2);
const proxy = await openKeyedProxy(demo.origin, demo.readKey);
try {
  await conform(proxy.url);
  await inspect(`${demo.origin}/mcp`, demo.readKey);
  await bridge(`${demo.origin}/mcp`, demo.readKey);
} finally {
  proxy.close();
  await demo.end();
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n\n')}\n`);
  process.exitCode = 1;
}
