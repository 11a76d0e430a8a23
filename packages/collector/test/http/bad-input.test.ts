import { gzipSync } from 'node:zlib';
import { MAX_REQUEST_BYTES } from '@cvq/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { type Answer, type Call, connectRaw, createClient } from '../client.ts';
import { REQUEST_ID, startTestCollector } from '../collector.ts';
import { type Endpoint, endpointsOf, event, expectFailure, post, postEvent } from './endpoints.ts';

const collector = await startTestCollector();
const { client } = collector;
/** Every endpoint has a project of its own, and large events have another: what is stored is read for each refusal. */
const endpoints: Endpoint[] = [];
for (const { path } of endpointsOf(collector)) endpoints.push(endpointAt(path, await collector.addProject()));

/** A request that is right and stores nothing new, however often it is sent. */
const harmless = new Map(endpoints.map((endpoint) => [endpoint, postEvent(endpoint)]));

/** A minute for each test, so that no quota of a minute is met. */
beforeEach(() => {
  collector.clock.now += 60_000;
});

function endpointAt(path: string, project: Parameters<typeof endpointsOf>[0]): Endpoint {
  const found = endpointsOf(project).find((endpoint) => endpoint.path === path);
  if (found === undefined) throw new Error(`No endpoint at ${path}`);
  return found;
}

async function expectStillServing(endpoint: Endpoint): Promise<void> {
  const answer = await client.send(harmless.get(endpoint) as Call);
  expect(answer.status).toBe(endpoint.success);
}

/** That whatever was asked stored nothing, and that the same connection serves the next request. */
async function withoutTrace<Result>(endpoint: Endpoint, ask: () => Promise<Result>): Promise<Result> {
  await expectStillServing(endpoint);
  const before = await collector.stored(endpoint.project);
  const result = await ask();
  await expectStillServing(endpoint);
  expect(await collector.stored(endpoint.project)).toEqual(before);
  return result;
}

async function expectRefused(endpoint: Endpoint, call: Call, says: RegExp, status = 400): Promise<Answer> {
  const answer = await withoutTrace(endpoint, () => client.send(call));
  expectFailure(answer, status, says);
  return answer;
}

/** An event of a batch that cannot be kept fails by itself. */
async function expectEventRefused(endpoint: Endpoint, body: string, says: RegExp): Promise<void> {
  const answer = await withoutTrace(endpoint, () => client.send(post(endpoint, body)));
  expect(answer.status).toBe(failsAlone(endpoint) ? endpoint.success : 400);
  expect(endpoint.refusalOf(answer) ?? errorOf(answer)).toMatch(says);
}

function failsAlone({ path }: Endpoint): boolean {
  return path !== '/v1/track';
}

function errorOf({ body }: Answer): unknown {
  return (body as { error?: unknown }).error;
}

async function expectTaken(endpoint: Endpoint, call: Call): Promise<void> {
  const before = (await collector.stored(endpoint.project)).length;
  const answer = await client.send(call);
  expect(answer.status).toBe(endpoint.success);
  expect(endpoint.refusalOf(answer)).toBeNull();
  expect((await collector.stored(endpoint.project)).length).toBe(before + 1);
}

/** The body of one event in JSON, with a piece of it written by hand. */
function written(endpoint: Endpoint, piece: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify(endpoint.bodyWith(event({ ...fields, properties: { piece: '<piece>' } }))).replace(
    '"piece":"<piece>"',
    piece,
  );
}

/** As many levels of nesting as asked for: the body has its own. */
function nested(endpoint: Endpoint, levels: number): string {
  const own = endpoint.prefix === '' ? 2 : 4;
  const inner = levels - own;
  return written(endpoint, `"deep":${'['.repeat(inner)}${']'.repeat(inner)}`);
}

function padded(endpoint: Endpoint, bytes: number): string {
  const short = written(endpoint, '"pad":""');
  return short.replace('"pad":""', `"pad":"${'x'.repeat(bytes - short.length)}"`);
}

function replaceByte(text: string, ...bytes: number[]): Buffer {
  const [before, after] = text.split('~');
  return Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')]);
}

type BodyCase = [name: string, body: (endpoint: Endpoint) => string | Uint8Array, says: RegExp];

const NO_JSON: BodyCase[] = [
  '{',
  '}',
  '{"event_type":"ping"',
  '{"event_type":"ping",}',
  "{'event_type':'ping'}",
  '{event_type:"ping"}',
  '{"event_type":"ping"} {}',
  '{"event_type":"ping","value":NaN}',
  '{"event_type":"ping","value":01}',
  '{"event_type":"pi\nng"}',
  '{"event_type":"ping","x":"\0"}',
  '// comment\n{"event_type":"ping"}',
  'event_type=ping',
  '<event/>',
  ' ',
].map((text) => [`that is no JSON: ${JSON.stringify(text)}`, () => text, /not valid JSON/]);

const NO_OBJECT: BodyCase[] = ['null', 'true', '7', '"ping"', '[]', '[{"event_type":"ping"}]'].map((text) => [
  `that is no object: ${text}`,
  () => text,
  /^body must be an object, not (an array|a string|a number|boolean|true or false|null)\.$/,
]);

const WELL_NAMED = (name: string, says: string) => (endpoint: Endpoint) =>
  new RegExp(`^${quote(`${failsAlone(endpoint) ? '' : endpoint.prefix}${name}`)} ${says}`);

const NOT_FOR_KEEPING: [name: string, piece: string, says: (endpoint: Endpoint) => RegExp][] = [
  ['the key __proto__', '"__proto__":{"polluted":1}', WELL_NAMED('properties.__proto__', 'is not allowed')],
  [
    'the key __proto__ escaped',
    String.raw`"\u005f_proto__":{"polluted":1}`,
    WELL_NAMED('properties.__proto__', 'is not allowed'),
  ],
  [
    'the key __proto__ all escaped',
    String.raw`"\u005f\u005fproto\u005f\u005f":1`,
    WELL_NAMED('properties.__proto__', 'is not allowed'),
  ],
  [
    'the key __proto__ deep inside',
    '"items":[{"a":{"__proto__":[]}}]',
    WELL_NAMED('properties.items[0].a.__proto__', 'is not allowed'),
  ],
  ['NUL in text', String.raw`"a":"x\u0000y"`, WELL_NAMED('properties.a', 'holds a NUL')],
  ['NUL in a list', String.raw`"a":["x","\u0000"]`, WELL_NAMED('properties.a[1]', 'holds a NUL')],
  ['NUL in a key', String.raw`"a\u0000b":1`, WELL_NAMED('properties', 'holds a NUL')],
  [
    'half of a surrogate pair',
    String.raw`"a":"\ud83d"`,
    WELL_NAMED('properties.a', 'holds half of a surrogate'),
  ],
  [
    'the other half',
    String.raw`"a":"\udd11 and \ud83d\udd11"`,
    WELL_NAMED('properties.a', 'holds half of a surrogate'),
  ],
  ['half of a pair in a key', String.raw`"\uD83D":1`, WELL_NAMED('properties', 'holds half of a surrogate')],
  ['1e999', '"a":1e999', WELL_NAMED('properties.a', 'is too large a number')],
  ['-1E+999', '"a":-1E+999', WELL_NAMED('properties.a', 'is too large a number')],
  ['1e999 for a value', '"value":1e999', WELL_NAMED('properties.value', 'is too large a number')],
  [
    'a number of 400 digits',
    `"a":[${'9'.repeat(400)}]`,
    WELL_NAMED('properties.a[0]', 'is too large a number'),
  ],
];

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

describe.each(endpoints)('POST $path', (endpoint) => {
  const body = JSON.stringify(endpoint.bodyWith(event()));
  const other = (headers: Record<string, string>): Call => ({
    ...post(endpoint, body),
    headers: { ...endpoint.headers, ...headers },
  });

  describe('refuses a body', () => {
    it('that is not there', async () => {
      await expectRefused(endpoint, post(endpoint, ''), /body is empty/);
      await expectRefused(endpoint, { ...post(endpoint, ''), chunked: true }, /body is empty/);
    });

    it.each([...NO_JSON, ...NO_OBJECT])('%s', async (_name, bodyOf, says) => {
      await expectRefused(endpoint, post(endpoint, bodyOf(endpoint)), says);
    });

    it.each(NOT_FOR_KEEPING)('with %s', async (_name, piece, says) => {
      await expectEventRefused(endpoint, written(endpoint, piece), says(endpoint));
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it('with the key __proto__ at its top; a browser loses that key alone', async () => {
      const hostile = body.replace('{', '{"__proto__":{"polluted":1},');
      if (endpoint.path === '/v1/events') {
        const answer = await client.send(post(endpoint, hostile));
        expect(answer.body).toMatchObject({ accepted: 1, ignored: [{ field: '__proto__' }] });
      } else await expectRefused(endpoint, post(endpoint, hostile), /^__proto__ is not allowed/);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it.each([33, 5000, 500_000])('nested %i levels deep', async (levels) => {
      await expectEventRefused(endpoint, nested(endpoint, levels), /deeper than 32 levels/);
    });

    it('nested too deep that never closes', async () => {
      await expectRefused(endpoint, post(endpoint, '[{"a":'.repeat(2500)), /not valid JSON/);
    });

    it.each([
      ['a byte that UTF-8 does not have', [0xff]],
      ['a character cut off', [0xe2, 0x82]],
      ['a character written too long', [0xc0, 0x80]],
      ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
      ['a character past the last one', [0xf5, 0x80, 0x80, 0x80]],
      ['Latin-1', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]],
    ])('with %s', async (_name, bytes) => {
      const broken = replaceByte(written(endpoint, '"a":"~"'), ...bytes);
      await expectRefused(endpoint, post(endpoint, broken), /not valid UTF-8/);
    });

    it('in UTF-16', async () => {
      await expectRefused(endpoint, post(endpoint, Buffer.from(body, 'utf16le')), /not valid (UTF-8|JSON)/);
      const withMark = Buffer.from(`\ufeff${body}`, 'utf16le');
      await expectRefused(endpoint, post(endpoint, withMark), /not valid UTF-8/);
    });

    it.each([1, 20_000_000])('that is %i bytes larger than 1 MB', async (more) => {
      const large = padded(endpoint, MAX_REQUEST_BYTES + more);
      await expectRefused(endpoint, post(endpoint, large), /larger than 1 MB/);
    });

    it.each([1, 20_000_000])('that is %i bytes larger than 1 MB and comes in chunks', async (more) => {
      const large = padded(endpoint, MAX_REQUEST_BYTES + more);
      await expectRefused(endpoint, { ...post(endpoint, large), chunked: true }, /larger than 1 MB/);
    });

    it('that says it will be larger than 1 MB, before it comes', async () => {
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        connection.write(head(endpoint, [['Content-Length', String(MAX_REQUEST_BYTES + 1)]]));
        expectFailure(await connection.response(), 400, /larger than 1 MB/);
        connection.destroy();
      });
    });

    it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, identity'])('encoded with %s', async (encoding) => {
      const call = { ...other({ 'Content-Encoding': encoding }), body: gzipSync(body) };
      await expectRefused(endpoint, call, /^Content-Encoding/);
    });
  });

  describe('takes a body', () => {
    const roomy = endpointAt(endpoint.path, collector);
    it('of exactly 1 MB', async () => {
      const body = padded(roomy, MAX_REQUEST_BYTES);
      expect(Buffer.byteLength(body)).toBe(1_048_576);
      await expectTaken(roomy, post(roomy, body));
    });

    it('of exactly 1 MB in chunks', async () => {
      const body = padded(roomy, MAX_REQUEST_BYTES);
      await expectTaken(roomy, { ...post(roomy, body), chunked: true });
    });

    it.each<[name: string, body: () => string | Uint8Array]>([
      ['nested 32 levels deep', () => nested(endpoint, 32)],
      [
        'with brackets inside text',
        () => written(endpoint, `"a":"${'[{'.repeat(100)}\\"${'[{'.repeat(100)}"`),
      ],
      ['with a whole surrogate pair, escaped', () => written(endpoint, String.raw`"a":"\ud83d\udd11"`)],
      ['with a byte order mark', () => `\ufeff${written(endpoint, '"a":1')}`],
      ['with space around it', () => ` \r\n\t${written(endpoint, '"a":1')}\n`],
      ['with __proto__ as text', () => written(endpoint, '"a":"__proto__"')],
      ['with a key that is there twice', () => written(endpoint, '"a":1,"a":2')],
      ['with a number too small to keep', () => written(endpoint, '"a":1e-999')],
      ['with the largest number', () => written(endpoint, `"a":${Number.MAX_VALUE}`)],
    ])('%s', async (_name, bodyOf) => {
      await expectTaken(endpoint, post(endpoint, bodyOf()));
    });

    it('whose Content-Encoding is identity', async () => {
      await expectTaken(endpoint, {
        ...postEvent(endpoint),
        headers: { ...endpoint.headers, 'Content-Encoding': 'identity' },
      });
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
      'of the type %s',
      async (type) => {
        const headers = { ...endpoint.headers, 'Content-Type': type };
        await expectTaken(endpoint, { ...postEvent(endpoint), headers });
      },
    );
  });

  describe('refuses the content type', () => {
    it.each([
      'text/html',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/vnd.api+json',
      'application/jsonp',
      'application',
      '',
      ',application/json',
      ...(endpoint.path === '/v1/events' ? [] : ['text/plain']),
    ])('%j', async (type) => {
      await expectRefused(
        endpoint,
        other({ 'Content-Type': type }),
        /^Content-Type must be application\/json|^Content-Type must be text\/plain or application\/json/,
      );
    });

    it.each(['iso-8859-1', 'utf-16', 'us-ascii', '"latin1"', 'utf-8x', ''])(
      'with the charset %j',
      async (charset) => {
        const call = other({ 'Content-Type': `application/json; charset=${charset}` });
        await expectRefused(endpoint, call, /charset/);
      },
    );

    it('that is not there', async () => {
      const { 'Content-Type': _, ...headers } = endpoint.headers;
      await expectRefused(endpoint, { ...post(endpoint, body), headers }, /^Content-Type/);
    });
  });

  describe('refuses a request', () => {
    it.each(['Authorization', 'Content-Type', 'Content-Encoding', 'Host'])('with %s twice', async (name) => {
      const value = (endpoint.headers as Record<string, string>)[name] ?? 'identity';
      const twice: [string, string][] = [
        [name, value],
        [name.toLowerCase(), value],
      ];
      const length: [string, string] = ['Content-Length', String(Buffer.byteLength(body))];
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        connection.write(head(endpoint, [...twice, length], name) + body);
        expectFailure(await connection.response(), 400, new RegExp(`header ${name} `, 'i'));
        connection.destroy();
      });
    });

    it.each<[name: string, headers: [string, string][]]>([
      ['another Transfer-Encoding', [['Transfer-Encoding', 'xchunked']]],
      ['Transfer-Encoding identity', [['Transfer-Encoding', 'identity']]],
      [
        'Transfer-Encoding and Content-Length',
        [
          ['Transfer-Encoding', 'chunked'],
          ['Content-Length', '4'],
        ],
      ],
      [
        'Transfer-Encoding twice',
        [
          ['Transfer-Encoding', 'chunked'],
          ['Transfer-Encoding', 'chunked'],
        ],
      ],
      [
        'Content-Length twice',
        [
          ['Content-Length', '4'],
          ['Content-Length', '5'],
        ],
      ],
      ['a Content-Length that is no number', [['Content-Length', '+2']]],
      ['a header with space before its colon', [['Content-Length ', '2']]],
    ])('with %s, and takes nothing of it for another request', async (_name, headers) => {
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        const smuggled = event({ event_type: 'smuggled' });
        const inner = JSON.stringify(endpoint.bodyWith(smuggled));
        const second = head(endpoint, [['Content-Length', String(inner.length)]]) + inner;
        connection.write(`${head(endpoint, headers)}0\r\n\r\n${second}`);
        expectFailure(await connection.response(), 400, /./);
        await connection.closed;
        await expect(connection.response()).rejects.toThrow(/closed/);
      });
    });

    it('with a second Transfer-Encoding before chunked', async () => {
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        connection.write(`${head(endpoint, [['Transfer-Encoding', 'gzip, chunked']])}0\r\n\r\n`);
        expectFailure(await connection.response(), 400, /^Transfer-Encoding/);
        connection.destroy();
      });
    });

    it('whose headers are too large, with 431', async () => {
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        connection.write(head(endpoint, [['X-Large', 'x'.repeat(20_000)]]));
        expectFailure(await connection.response(), 431, /too large/);
        connection.destroy();
      });
    });

    it.each([
      'GET',
      'PUT',
      'PATCH',
      'DELETE',
      'PROPFIND',
      'TRACE',
      ...(endpoint.path === '/v1/events' ? [] : ['OPTIONS']),
    ])('by the method %s, and tells which it supports', async (method) => {
      const call = { ...post(endpoint, method === 'TRACE' || method === 'GET' ? '' : body), method };
      const answer = await expectRefused(endpoint, call, new RegExp(`^${method} is not supported`));
      expect(answer.headers.allow).toMatch(/^POST\b/);
    });

    it('by the method HEAD, without a body', async () => {
      const answer = await withoutTrace(endpoint, () =>
        client.send({ method: 'HEAD', path: endpoint.path, headers: endpoint.headers }),
      );
      expect(answer.status).toBe(400);
      expect(answer.headers.allow).toMatch(/^POST\b/);
      expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
    });
  });

  it('goes on serving the same connection after each refusal of a whole body', async () => {
    const connection = await connectRaw(collector.port);
    const ask = (text: string) =>
      connection.write(head(endpoint, [['Content-Length', String(Buffer.byteLength(text))]]) + text);
    const good = (harmless.get(endpoint) as Call).body as string;
    for (const [_name, bodyOf] of [...NO_JSON, ...NO_OBJECT]) {
      ask(bodyOf(endpoint) as string);
      expect((await connection.response()).status).toBe(400);
      ask(good);
      expect((await connection.response()).status).toBe(endpoint.success);
    }
    connection.destroy();
  });

  it('answers pipelined requests in their order', async () => {
    const connection = await connectRaw(collector.port);
    const bodies = ['{', (harmless.get(endpoint) as Call).body as string, '[]', '', 'null'];
    connection.write(
      bodies.map((text) => head(endpoint, [['Content-Length', String(text.length)]]) + text).join(''),
    );
    const statuses: number[] = [];
    for (const _ of bodies) statuses.push((await connection.response()).status);
    expect(statuses).toEqual([400, endpoint.success, 400, 400, 400]);
    connection.destroy();
  });

  it('never fails on its own side, whatever the body', async () => {
    const wrap = (value: unknown) => JSON.stringify(endpoint.bodyWith(value));
    const bodies = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.json(),
      fc.jsonValue().map(wrap),
      fc
        .record(
          {
            event_type: fc.string({ minLength: 1 }),
            properties: fc.jsonValue(),
            context: fc.jsonValue(),
            user_data: fc.jsonValue(),
            timestamp: fc.option(fc.string()),
            id: fc.constant('evt_1795255200000_fuzz'),
            event_id: fc.constant('evt_1795255200000_fuzz'),
          },
          { requiredKeys: ['event_type'] },
        )
        .map(wrap),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (hostile) => {
        collector.clock.now += 1000;
        const answer = await client.send(post(endpoint, hostile));
        expect([endpoint.success, 400, 401]).toContain(answer.status);
        expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
        if (answer.status !== endpoint.success) {
          expect(answer.body).toEqual({ success: false, error: expect.any(String) });
        }
      }),
      { numRuns: WHOLE ? 500 : 50, seed: 20261121 },
    );
    await expectStillServing(endpoint);
  });
});

describe('a request that no path takes', () => {
  it.each(['/v1/track/%E0%A4%A', '/v1/track/%', '/v1/events/%zz', '/v1/pixel.gif/%ff'])(
    'because %s is no valid percent-encoding is answered with 400',
    async (path) => {
      const answer = await client.send({ method: 'POST', path, bearer: collector.serverKey, json: event() });
      expectFailure(answer, 400, /percent-encoded/);
    },
  );

  it.each(['/v1/track/elsewhere', '/v1/track/batch/elsewhere', '/v1/events/elsewhere', '/v1/pixel.gif/x'])(
    'because there is nothing at %s is answered by the read API, which asks for a key first',
    async (path) => {
      const answer = await client.send({ method: 'POST', path, json: event() });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
    },
  );

  it.each(endpoints)('because it is wrong is refused in the same words at $path/', async (endpoint) => {
    const path = `${endpoint.path}/`;
    expectFailure(await client.send({ ...post(endpoint, '{'), path }), 400, /not valid JSON/);
    expectFailure(await client.send({ method: 'DELETE', path, headers: endpoint.headers }), 400, /DELETE/);
  });

  it('because it expects what nobody offers is served as if it did not', async () => {
    for (const endpoint of endpoints) {
      const headers = { ...endpoint.headers, Expect: 'the-unexpected' };
      const answer = await client.send({ ...(harmless.get(endpoint) as Call), headers });
      expect(answer.status).toBe(endpoint.success);
      expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
    }
  });

  it.each(['?api_key=%E0%A4%A', '?%', '?__proto__=1', '?constructor[prototype]=1', '?a[b][c]=1', '??'])(
    'a query of %s does no harm',
    async (query) => {
      for (const endpoint of endpoints) {
        const answer = await client.send({ ...postEvent(endpoint), path: `${endpoint.path}${query}` });
        expect(answer.status).toBe(endpoint.success);
      }
    },
  );

  it.each([
    'NONSENSE\r\n\r\n',
    'FOO /v1/track HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /v1/track HTTP/9.9\r\nHost: x\r\n\r\n',
    'POST /v1/track HTTP/1.1\r\n\r\n',
    'POST /v1/track HTTP/1.1\nHost: x\n\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])('because it is no HTTP, %j, is answered with 400 in the envelope and closed', async (text) => {
    const connection = await connectRaw(collector.port);
    connection.write(Buffer.from(text, 'latin1'));
    expectFailure(await connection.response(), 400, /not valid HTTP/);
    await connection.closed;
  });

  it.each([
    ['GET /v1/me HTTP/1.1\r\n\r\n', /not valid HTTP: it has no Host header/],
    ['GET /v1/me HTTP/1.1\r\nHost : x\r\n\r\n', /not valid HTTP/],
    ['GET /v1/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n', /not valid HTTP/],
    ['CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n', /not valid HTTP/],
    [`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`, /headers are too large/],
  ])('on a path of the read API is refused in its own envelope: %j', async (text, says) => {
    const connection = await connectRaw(collector.port);
    connection.write(Buffer.from(text, 'latin1'));
    const answer = await connection.response();
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        code: 'invalid_request',
        message: expect.stringMatching(says),
        doc_url: `${collector.baseUrl}/docs/errors#invalid_request`,
      },
    });
    expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
    await connection.closed;
  });

  it('by a client that goes away in the middle leaves nothing', async () => {
    for (const endpoint of endpoints) {
      await withoutTrace(endpoint, async () => {
        const connection = await connectRaw(collector.port);
        const body = JSON.stringify(endpoint.bodyWith(event()));
        connection.write(head(endpoint, [['Content-Length', String(body.length)]]) + body.slice(0, -1));
        connection.destroy();
        await connection.closed;
        const next = createClient(collector.port);
        expect((await next.send(harmless.get(endpoint) as Call)).status).toBe(endpoint.success);
        next.close();
      });
    }
  });
});

/** The head of a request, with headers that are put in as they are written; those named are left to them. */
function head(endpoint: Endpoint, headers: [string, string][], ...left: string[]): string {
  const usual = Object.entries({ Host: 'collector', ...endpoint.headers });
  const lines = [...usual.filter(([name]) => !left.includes(name)), ...headers].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${endpoint.path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
