import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const { port } = await startTestCollector();

const PATHS = ['/sdk.js', '/sdk.extra.js', '/sdk.consent.js', '/v1/openapi.json'];
/** What Chromium, Firefox and Safari send. */
const BROWSERS = ['gzip, deflate, br, zstd', 'gzip, deflate, br'];

type Received = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

/** The bytes as they travel: the usual client of the tests reads JSON, which compressed bytes are not. */
function ask(path: string, acceptEncoding?: string, more: Record<string, string> = {}, method = 'GET') {
  const headers = { ...more, ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }) };
  return new Promise<Received>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const { statusCode: status, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, bytes }), reject);
    })
      .on('error', reject)
      .end();
  });
}

const plain = new Map<string, Buffer>();
for (const path of PATHS) plain.set(path, (await ask(path)).bytes);

describe.each(PATHS)('%s', (path) => {
  const original = plain.get(path) ?? Buffer.alloc(0);

  it.each(BROWSERS)('travels as brotli to a browser that sends "%s"', async (accepted) => {
    const { headers, bytes } = await ask(path, accepted);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
    expect(brotliDecompressSync(bytes).equals(original)).toBe(true);
  });

  it.each([
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['GZIP;q=0.1, BR;q=0.2', 'br'],
    ['deflate, zstd', undefined],
    ['identity', undefined],
    ['', undefined],
    ['br;q=0', undefined],
    ['identity;q=0', undefined],
    ['br;q=x;;, ;=', undefined],
  ])('asked for with "%s" it travels as %s', async (accepted, encoding) => {
    const { status, headers, bytes } = await ask(path, accepted);
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect((unpack ? unpack(bytes) : bytes).equals(original)).toBe(true);
  });

  it('a client that names no encoding gets it as it is', async () => {
    const { headers, bytes } = await ask(path);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(bytes.length));
  });

  it('each encoding has its own tag, and only that tag says that nothing changed', async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      encodings.map(async (encoding) => (await ask(path, encoding)).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
    for (const encoding of encodings) {
      for (const tag of tags) {
        const answer = await ask(path, encoding, { 'If-None-Match': `"other", W/${tag}` });
        const isOwn = tag === tags[encodings.indexOf(encoding)];
        expect(answer.status, `${encoding} with ${tag}`).toBe(isOwn ? 304 : 200);
        expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/);
        expect(answer.headers.etag).toBe(tags[encodings.indexOf(encoding)]);
        if (isOwn) expect(answer.bytes.length).toBe(0);
      }
    }
  });

  it.each(['br', 'gzip', 'identity'])(
    'HEAD tells of %s what GET tells, without the body',
    async (encoding) => {
      const [head, get] = [await ask(path, encoding, {}, 'HEAD'), await ask(path, encoding)];
      const told = ({ headers }: typeof get) => ({ ...headers, 'x-request-id': null, date: null });
      expect(head.status).toBe(200);
      expect(told(head)).toEqual(told(get));
      expect(head.bytes.length).toBe(0);
    },
  );
});

it('a script that is pinned by its hash travels compressed, and unpacks to what the hash was made of', async () => {
  const original = plain.get('/sdk.js') ?? Buffer.alloc(0);
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 16);
  const { status, headers, bytes } = await ask(`/sdk.${hash}.js`, 'br');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringMatching(/immutable/),
  });
  expect(brotliDecompressSync(bytes).equals(original)).toBe(true);
  expect((await ask('/sdk.0123456789abcdef.js', 'br')).status).toBe(404);
});

it('the script costs a browser on the wire what the size limit says', async () => {
  const limits = JSON.parse(readFileSync(new URL('../../../../.size-limit.json', import.meta.url), 'utf8'));
  const { limit } = limits.find(({ path }: { path: string }) => path.endsWith('/sdk.js'));
  expect((await ask('/sdk.js', BROWSERS[0])).bytes.length).toBeLessThanOrEqual(Number.parseInt(limit, 10));
});
