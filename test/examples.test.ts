import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { startTestCollector, type TestCollector } from '../packages/collector/test/collector.ts';
import { runInProcess } from '../packages/collector/test/run-in-process.ts';

/** What the pages show is done: requests against a collector that listens, commands in this process. */

type Example = { readonly page: string; readonly language: string; readonly text: string };
type Json = Record<string, unknown>;

const root = path.resolve(import.meta.dirname, '..');
const examples = execFileSync('git', ['ls-files', '-z', 'docs/*.md', 'README.md', '*/README.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((page) => page !== '')
  .flatMap(examplesOf);

let collector: TestCollector;
let readKey: string;
let purchase: string;
let baseUrl: string;
let platforms: MockAdPlatforms;
const receiver = createServer((_, response) => response.writeHead(204).end());
beforeAll(async () => {
  collector = await startTestCollector();
  platforms = await startMockAdPlatforms();
  const { token } = await collector.addKey();
  readKey = token;
  baseUrl = `http://127.0.0.1:${collector.port}`;
  const { body } = await collector.client.send({
    ...{ method: 'POST', path: '/v1/track', bearer: collector.serverKey },
    json: { event_type: 'purchase', properties: { order_id: 'A-1' } },
  });
  purchase = String((body as Json).event_id);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await platforms.close();
  await collector.stop();
});

describe('requests by curl', () => {
  const requests = examples
    .filter(({ text }) => text.startsWith('curl ') && !text.includes(' |\n'))
    .map(({ page, text }) => [page, text]);

  it.each(requests)('of %s are answered with success', async (_, text = '') => {
    const { url, headers, body } = parsedCurl(filledIn(text));
    const answer = await fetch(url, { headers, ...(body !== undefined && { method: 'POST', body }) });
    expect({ status: answer.status, answer: await answer.text() }).toMatchObject({ status: 200 });
  });
});

describe('bodies of docs/tracking-api.md', () => {
  const bodies = examples
    .filter(({ page, language }) => page === 'docs/tracking-api.md' && language === 'json')
    .map(({ text }) => JSON.parse(text) as Json);
  const one = (holds: (body: Json) => boolean) => bodies.find(holds) ?? {};

  it('are answered as is shown: one event of a server', async () => {
    const shown = one(({ event_id }) => event_id !== undefined);
    const { status, body } = await post(
      '/v1/track',
      one(({ event_type }) => event_type !== undefined),
    );
    expect([status, shapeOf(body)]).toEqual([200, shapeOf(shown)]);
  });

  it('are answered as is shown: a batch with a bad element', async () => {
    const shown = one(({ results }) => results !== undefined);
    const { status, body } = await post(
      '/v1/track/batch',
      one(({ events, key }) => events !== undefined && !key),
    );
    expect([status, shapeOf(body)]).toEqual([200, shapeOf(shown)]);
  });

  it('are answered as is shown: a batch of a browser', async () => {
    const batch = one(({ key }) => key !== undefined);
    const { status, body } = await post('/v1/events', { ...batch, key: collector.project });
    const [, shown = ''] = /^Answer, 202: `(.*?)`/m.exec(read('docs/tracking-api.md')) ?? [];
    expect([status, body]).toEqual([202, JSON.parse(shown)]);
  });

  it('are refused as is shown', async () => {
    const event = { event_type: 'purchase', properties: { value: '129.9' } };
    const { body } = await post('/v1/track', event);
    expect(body).toEqual(one(({ success }) => success === false));
  });

  function post(at: string, json: Json) {
    return collector.client.send({ method: 'POST', path: at, bearer: collector.serverKey, json });
  }
});

describe('commands', () => {
  const lines = examples
    .filter(({ language }) => language === 'sh')
    .flatMap(({ page, text }) => linesOf(text).map((line) => [page, line.replace(/\s+#.*$/, '')] as const))
    .filter(
      ([, line]) =>
        /^(?:[A-Z_]+=\S* |curl -s \S+ \| )*(?:npm run -s cvq --|cvq) /.test(line) &&
        !/\b(?:serve|demo)\b/.test(line),
    );

  it('there are some', () => expect(lines.length).toBeGreaterThan(5));

  it.each(lines)('of %s do what they say: %s', async (page, shown) => {
    const { port } = receiver.address() as AddressInfo;
    const line = filledIn(shown, await projectFor(page, shown))
      .replace('http://127.0.0.1:4100', platforms.address)
      .replace(/(?<=--credentials )\S+\.json/, await keyFile());
    const settings = {
      ...{ CVQ_DATA: collector.folder, CVQ_BOT_NETWORKS: 'off', CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' },
      CVQ_PASSWORD: 'a password of a test',
      ...platforms.settings,
    };
    const toReceiver = (text: string) =>
      text.replace(/https?:\/\/\S+\/webhooks/, `http://127.0.0.1:${port}/webhooks`);
    const [, command = ''] =
      /^(?:[A-Z_]+=\S* |curl -s \S+ \| )*(?:npm run -s cvq --|cvq) (.*)$/.exec(toReceiver(line)) ?? [];
    // What a shell would read from a file, or write to one.
    const takesEvents = / < \S+\.ndjson/.test(command);
    const words = command.replace(/ +[<>] \S+/, '').split(' ');
    const args = words.map((word) => word.replace(/^'(.*)'$/, '$1'));
    const [, piped] = /^curl -s (\S+) \| /.exec(line) ?? [];
    const input = takesEvents ? [await exported(settings)] : piped ? [await textAt(piped)] : [];
    const endpoint = args.some((word) => word.startsWith('whe_')) ? await anEndpoint(settings, port) : '';
    const { code, stderr } = await runInProcess(
      args.map((word) => (word.startsWith('whe_') ? endpoint : word)),
      settings,
      input,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|unknown/i) });
  });

  /** Each page connects a project of its own: a project has one integration of a platform. */
  const connected = new Map<string, string>();
  async function projectFor(page: string, line: string): Promise<string> {
    if (!line.includes('cvq integration ')) return collector.project;
    const project = connected.get(page) ?? (await collector.addProject()).project;
    connected.set(page, project);
    return project;
  }

  async function keyFile(): Promise<string> {
    const file = path.join(collector.folder, 'key.json');
    writeFileSync(file, await textAt(`${platforms.address}/credentials/google-service-account.json`));
    return file;
  }

  const textAt = async (url: string) => (await fetch(url)).text();

  async function exported(settings: Record<string, string>): Promise<string> {
    const { stdout } = await runInProcess(['events', 'export', '--project', collector.project], settings);
    return stdout;
  }

  async function anEndpoint(settings: Record<string, string>, port: number): Promise<string> {
    const url = `http://127.0.0.1:${port}/own`;
    const args = [
      'webhook',
      'create',
      '--project',
      collector.project,
      '--url',
      url,
      '--events',
      '*',
      '--json',
    ];
    const { stdout } = await runInProcess(args, settings);
    return (JSON.parse(stdout) as { id: string }).id;
  }
});

describe('pages', () => {
  const pages = examples.filter(({ language }) => language === 'html').map(({ page, text }) => [page, text]);

  it.each(pages)('of %s load what the collector serves and call what the SDK has', async (_, text = '') => {
    for (const [, source = ''] of text.matchAll(/ src="(.*?)"/g)) {
      const { pathname, search } = new URL(filledIn(source).replace('sdk.0123456789abcdef.js', pinnedScript));
      const { status } = await collector.client.send({ path: pathname + search });
      expect([pathname, status]).toEqual([pathname, 200]);
    }
    const methods = Object.keys(await import('@cvq/browser'));
    const pushed = [...text.matchAll(/\.push\(\['(\w+)'/g)].map(([, name]) => name);
    expect(pushed.filter((name) => !methods.includes(name ?? ''))).toEqual([]);
  });
});

/** The name of the script of this collector that a page can pin. */
function pinnedScript(): string {
  const names = readdirSync(path.join(collector.folder, 'scripts'));
  return names.find((name) => /^sdk\.[0-9a-f]{16}\.js$/.test(name)) ?? 'none is kept';
}

/** An example with the ids and keys of this collector. */
function filledIn(text: string, project = collector.project): string {
  return text
    .replaceAll(/proj_\w*…?/g, project)
    .replaceAll(/conv_\w+/g, purchase.replace('evt_', 'conv_'))
    .replaceAll('$SERVER_KEY', collector.serverKey)
    .replaceAll('$READ_KEY', readKey)
    .replaceAll('http://127.0.0.1:8787', baseUrl);
}

/** Lines of a shell, those that go on in the next put together. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .replaceAll(/\|\n\s*/g, '| ')
    .split('\n');

function parsedCurl(text: string): { url: string; headers: [string, string][]; body: string | undefined } {
  const [url = ''] = /http:\/\/[^\s"]+/.exec(text) ?? [];
  const headers = [...text.matchAll(/-H "(.*?): (.*?)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  return { url, headers, body: /-d '([\s\S]*?)'/.exec(text)?.[1] };
}

/** The same value with its texts and numbers left out: ids differ from run to run. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

function examplesOf(page: string): Example[] {
  return [...read(page).matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      ...{ page, language },
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim(),
    }),
  );
}

function read(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}
