import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { apiDocument, type DocumentedResponse, resolve } from './api-document.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const checkedIn = JSON.parse(readFileSync(path.join(root, 'docs/openapi.json'), 'utf8')) as unknown;

const { client } = await startTestCollector();

describe('GET /v1/openapi.json', () => {
  it('needs no key, and is what docs/openapi.json says (npm run openapi writes that)', async () => {
    const answer = await client.send({ path: '/v1/openapi.json' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.body).toEqual(checkedIn);
  });

  it('is laid ready by the build, so that nobody waits while it is made and compressed', async () => {
    const built = path.join(root, 'packages/collector/dist/read/openapi/document/openapi.json');
    const { bytes } = await client.send({ path: '/v1/openapi.json' });
    expect(bytes.equals(readFileSync(built))).toBe(true);
  });

  it('may be read by pages of any origin', async () => {
    const { headers } = await client.send({ path: '/v1/openapi.json' });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('is for GET and HEAD only', async () => {
    const head = await client.send({ method: 'HEAD', path: '/v1/openapi.json' });
    expect(head).toMatchObject({ status: 200, body: '' });
    const post = await client.send({ method: 'POST', path: '/v1/openapi.json' });
    expect(post).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(post.headers.allow).toBe('GET');
  });

  it('refuses a credential in the query like every path of the read API', async () => {
    const answer = await client.send({ path: '/v1/openapi.json?api_key=x' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });
});

describe('the API document', () => {
  const operations = Object.entries(apiDocument.paths)
    .filter(([address]) => address.startsWith('/v1/') && !/^\/v1\/(track|events|pixel|openapi)/.test(address))
    .flatMap(([address, methods]) => Object.values(methods).map((operation) => ({ address, operation })));

  it('names the schema of every answer of the read API', () => {
    expect(operations.length).toBeGreaterThan(10);
    for (const { address, operation } of operations) {
      const { content } = resolve<DocumentedResponse>(operation.responses[200] as DocumentedResponse);
      expect(content?.['application/json']?.schema, address).toEqual({
        $ref: expect.stringMatching(/^#\/components\/schemas\/\w+Response$/),
      });
    }
  });

  it.each([
    ['window_days', 1, 400],
    ['limit', 1, 200],
    ['limit', 1, 1000],
    ['lookback_days', 1, 400],
  ])('gives the whole number %s its bounds', (name, minimum, maximum) => {
    const found = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter((parameter) => parameter.name === name);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ schema }) => schema)).toContainEqual(
      expect.objectContaining({ type: 'integer', minimum, maximum }),
    );
  });
});

describe('linters of API documents have nothing to say', () => {
  const lint = (program: string, args: readonly string[]) =>
    promisify(execFile)(process.execPath, [path.join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });

  it('Redocly, with its recommended rules as errors', async () => {
    const { stderr } = await lint('@redocly/cli/bin/cli.js', ['lint', 'docs/openapi.json']);
    expect(stderr).not.toMatch(/warning/i);
  });

  it('Spectral, with its rules for OpenAPI', async () => {
    const options = ['lint', 'docs/openapi.json', '--fail-severity=hint'];
    const { stdout } = await lint('@stoplight/spectral-cli/dist/index.js', options);
    expect(stdout).toContain("No results with a severity of 'hint' or higher found!");
  });
});
