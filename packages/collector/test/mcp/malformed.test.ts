import { SCOPES } from '@cvq/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { tools } from '../../src/mcp/tools.ts';
import { startTestCollector } from '../collector.ts';

/** `npm run test:agents` asks for more. */
const RUNS = Number(process.env.MALFORMED_RUNS ?? (WHOLE ? 1000 : 300));

const collector = await startTestCollector();
const { client, clock, project } = collector;
const { token } = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
const narrow = await collector.addKey({ scopes: ['projects:read'] });

const NAMES = [
  ...tools.map(({ operation }) => operation.name),
  ...['constructor', '__proto__', 'toString', 'get_overview ', 'GET_ME', '', '../get_me', 'weekly_report'],
];
const URIS = [
  ...['analytics://dimensions', 'analytics://errors', `analytics://projects/${project}`],
  ...['analytics://projects/', 'analytics://projects/..%2f..', 'file:///etc/passwd', 'analytics://', 'x', ''],
  `analytics://projects/${'a'.repeat(5000)}`,
];
const METHODS = [
  ...['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...['resources/list', 'resources/templates/list', 'resources/read', 'resources/subscribe'],
  ...['completion/complete', 'logging/setLevel', 'sampling/createMessage', 'tasks/get', 'constructor', ''],
  ...['notifications/initialized', 'notifications/cancelled', 'notifications/progress', 'rpc.discover'],
];
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2024-11-05', '2099-01-01', 'x', ''];

function mostly(usual: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...Array<string>(12).fill(usual), ...others);
}

const scalar = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const anything = fc.oneof(scalar, fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>);
const args = fc.dictionary(
  fc.constantFrom('project', 'range', 'start_date', 'filter', 'dimension', 'limit', 'id', 'event_types', 'x'),
  anything,
);
const meta = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constantFrom(...VERSIONS), anything),
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), anything),
    'io.modelcontextprotocol/clientInfo': fc.oneof(fc.constant({ name: 'x', version: '1' }), anything),
    progressToken: anything,
  },
  { requiredKeys: [] },
);
const params = fc.oneof(
  anything,
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...NAMES), anything),
      uri: fc.oneof(fc.constantFrom(...URIS), anything),
      arguments: fc.oneof(args, args, anything),
      cursor: anything,
      protocolVersion: fc.oneof(fc.constantFrom(...VERSIONS), anything),
      capabilities: fc.oneof(fc.constant({}), anything),
      clientInfo: fc.oneof(fc.constant({ name: 'x', version: '1' }), anything),
      ref: anything,
      argument: anything,
      requestState: anything,
      inputResponses: anything,
      _meta: fc.oneof(meta, meta, anything),
    },
    { requiredKeys: [] },
  ),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: anything }),
    id: fc.oneof(fc.integer(), fc.string(), anything),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...METHODS) },
      { weight: 1, arbitrary: anything },
    ),
    params,
    result: anything,
    error: anything,
  },
  { requiredKeys: ['method'] },
);
/** Right except for one thing at most, as a client that is nearly right sends. */
const nearly = fc.record(
  {
    jsonrpc: fc.constant('2.0'),
    id: fc.integer(),
    method: fc.constantFrom(...METHODS),
    params: fc.record(
      {
        ...{ name: fc.constantFrom(...NAMES), uri: fc.constantFrom(...URIS), arguments: args },
        protocolVersion: fc.constantFrom(...VERSIONS),
        capabilities: fc.constant({}),
        clientInfo: fc.constant({ name: 'x', version: '1' }),
        _meta: fc.option(meta, { nil: {} }),
      },
      { requiredKeys: ['name', 'uri'] },
    ),
  },
  { requiredKeys: ['jsonrpc', 'id', 'method'] },
);
const text = fc.oneof(message, nearly, nearly).map((value) => JSON.stringify(value));
const body = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
  { weight: 1, arbitrary: text.chain((whole) => fc.nat(whole.length).map((end) => whole.slice(0, end))) },
  { weight: 1, arbitrary: fc.nat(3000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) },
  { weight: 1, arbitrary: fc.string() },
);
const printable = fc.stringMatching(/^[ -~]{0,30}$/);
const headers = fc.record(
  {
    Accept: mostly('application/json, text/event-stream', 'application/json', '*/*', 'text/html'),
    'Content-Type': mostly('application/json', 'application/json; charset=utf-8', 'text/plain', ''),
    'MCP-Protocol-Version': fc.constantFrom(...VERSIONS),
    'Mcp-Method': fc.oneof(fc.constantFrom(...METHODS), printable),
    'Mcp-Name': fc.oneof(fc.constantFrom(...NAMES, '=?base64?Z2V0X21l?=', '=?base64?!?='), printable),
    'Mcp-Session-Id': printable,
    'Last-Event-ID': printable,
    Origin: mostly(collector.baseUrl, 'null', 'https://evil.example'),
  },
  { requiredKeys: ['Accept', 'Content-Type'] },
);
const bearer = fc.constantFrom(...Array<string>(12).fill(token), narrow.token, project, 'sk_x', '');
const method = fc.constantFrom(...Array<string>(20).fill('POST'), 'GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD');

const LEAKS = [
  /\bat .+[\\/].+:\d+:\d+/,
  /node_modules/,
  /ZodError|TypeError|RangeError/,
  token,
  narrow.token,
];

it(`${RUNS} malformed requests of agents meet no fault of the collector, and learn nothing of it`, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(method, bearer, body, headers, async (verb, credential, sent, more) => {
      clock.now += 1000;
      const answer = await client.send({
        method: verb,
        path: '/mcp',
        ...(credential !== '' && { bearer: credential }),
        ...(verb !== 'GET' && verb !== 'HEAD' && { body: sent }),
        headers: more,
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      const told = answer.bytes.toString();
      expect(told).not.toMatch(/"internal_error"|-32603/);
      for (const leak of LEAKS) expect(told).not.toMatch(leak);
    }),
    { numRuns: RUNS, seed: 1_795_255_200, endOnFailure: true },
  );
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 405]));
  if (process.env.MALFORMED_RUNS !== undefined) process.stdout.write(`${JSON.stringify([...statuses])}\n`);
}, 1_800_000);
