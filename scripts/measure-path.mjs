/**
 * The files on the way of one request: those with a function that runs for it, counted by V8's coverage in every thread
 * of a warm collector. `npm run measure:path` prints the counts, `-- --list` the files, `-- --write` renews
 * scripts/path.json, which CONTRIBUTING.md and its test rely on. Top-level code of a file does not count.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const cvq = path.join(root, 'packages/collector/bin/cvq.js');
const folder = mkdtempSync(path.join(tmpdir(), 'cvq-path-'));
const coverage = path.join(folder, 'coverage');
mkdirSync(coverage);
const env = {
  ...process.env,
  CVQ_DATA: path.join(folder, 'data'),
  CVQ_BOT_NETWORKS: 'off',
  CVQ_LOG_LEVEL: 'warn',
  PORT: '0',
};

/** For what is kept for next time to be kept. */
const WARM_UP = 30;
/** For every thread to write its coverage. */
const WRITTEN_MS = 2500;

const run = (...args) =>
  JSON.parse(execFileSync(process.execPath, [cvq, ...args, '--json'], { env, encoding: 'utf8' }));
const project = run('project', 'create', '--domain', 'shop.example');
const scopes = 'projects:read,analytics:read';
const { key } = run('key', 'create', '--name', 'Reports', '--scopes', scopes, '--projects', 'all');

const collector = spawn(process.execPath, [cvq, 'serve'], {
  env: {
    ...env,
    NODE_V8_COVERAGE: coverage,
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'scripts/take-coverage.mjs'))}`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

let count = 0;

async function ask(base, address, { method = 'GET', body, ...headers }) {
  const text = body && JSON.stringify(body);
  const response = await fetch(`${base}${address}`, { method, headers, body: text });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  await response.text();
}

/** The first view of a visitor who came by a link with campaign words. */
function browser(base) {
  count += 1;
  const now = Date.now();
  const context = {
    page_url: `https://shop.example/p${count}?utm_source=news${count}`,
    referrer: `https://www.google.com/?q=${count}`,
    title: `Page ${count}`,
    language: 'en',
    screen: '1440x900',
  };
  const timestamp = new Date(now).toISOString();
  const event = { id: `evt_${now}_a${count}`, event_type: 'pageview', timestamp, context };
  return ask(base, '/v1/events', {
    method: 'POST',
    'content-type': 'text/plain',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'accept-language': 'en',
    'sec-ch-ua': '"Chromium";v="130"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Linux"',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'cross-site',
    body: {
      key: project.id,
      sent_at: timestamp,
      visitor_id: `${now}_1${count}`,
      session_id: `${now}_2${count}`,
      sdk: '1',
      events: [event],
    },
  });
}

/** A purchase that a backend reports. */
function server(base) {
  count += 1;
  return ask(base, '/v1/track', {
    method: 'POST',
    'content-type': 'application/json',
    authorization: `Bearer ${project.server_key}`,
    body: {
      event_type: 'purchase',
      session_id: `s${count}`,
      user_id: `u${count}`,
      properties: { order_id: `o${count}`, value: 9.5, currency: 'EUR' },
      context: { ip: '8.8.8.8', page_url: `https://shop.example/x${count}` },
    },
  });
}

function overview(base) {
  return ask(base, '/v1/analytics/overview?range=7d', { authorization: `Bearer ${key}` });
}

/** The files with a function that ran since the last time. */
async function takeFiles() {
  collector.kill('SIGUSR2');
  await sleep(WRITTEN_MS);
  const files = new Set();
  for (const name of readdirSync(coverage)) {
    const file = path.join(coverage, name);
    const { result = [] } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { url, functions } of result) {
      const [, place, rest] = /packages\/(\w+)\/dist\/(.*)\.js$/.exec(url) ?? [];
      const hasRun = functions.some(({ ranges: [first] }) => first.count > 0);
      if (place !== undefined && hasRun) files.add(`packages/${place}/src/${rest}.ts`);
    }
    rmSync(file);
  }
  return [...files].toSorted();
}

try {
  const output = await new Promise((resolve) => collector.stdout.once('data', resolve));
  const [base] = /http:\/\/[^\s/]+/.exec(String(output)) ?? [];
  for (let index = 0; index < WARM_UP; index += 1) {
    await browser(base);
    await server(base);
    if (index % 10 === 0) await overview(base);
  }
  await sleep(WRITTEN_MS);
  await takeFiles();
  const measured = {};
  for (const request of [browser, server, overview]) {
    await request(base);
    measured[request.name] = await takeFiles();
    console.log(`${request.name}: ${measured[request.name].length} files`);
    if (process.argv.includes('--list')) console.log(`  ${measured[request.name].join('\n  ')}`);
  }
  if (process.argv.includes('--write')) {
    writeFileSync(path.join(root, 'scripts/path.json'), `${JSON.stringify(measured, null, 2)}\n`);
  }
} finally {
  collector.kill();
  await new Promise((resolve) => collector.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
