import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { failureOf } from '../../src/net/failure-of.ts';

const TIMEOUT_MS = 10_000;
const coded = (code: string) => Object.assign(new Error('of an inner network'), { code });

it('what Node says of a server that gave no answer is told in words, of whatever kind the server is', () => {
  const codes = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EHOSTUNREACH', 'HPE_INVALID_HEADER_TOKEN'];
  const told = codes.map((code) => failureOf(coded(code), TIMEOUT_MS));
  expect(told.map((text) => text.split(':')[0])).toEqual([
    ...['connection_refused', 'connection_closed', 'name_not_found', 'unreachable', 'not_http'],
  ]);
  for (const text of told) expect(text).not.toMatch(/receiver|platform|inner network/);
});

it('a time-out is told with its length, and what has no words by its code', () => {
  const late = new DOMException('late', 'TimeoutError');
  for (const error of [late, coded('ETIMEDOUT')])
    expect(failureOf(error, TIMEOUT_MS)).toBe('timeout: no answer within 10 seconds');
  expect(failureOf(coded('CERT_HAS_EXPIRED'), TIMEOUT_MS)).toBe('tls_error: CERT_HAS_EXPIRED');
  expect(failureOf(coded('EMFILE'), TIMEOUT_MS)).toBe('failed: EMFILE');
  expect(failureOf('thrown', TIMEOUT_MS)).toBe('failed: unknown');
});

it('of several addresses that failed the first is told', async () => {
  const both = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]);
  expect(failureOf(both, TIMEOUT_MS)).toMatch(/^connection_refused/);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const real = await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  expect(failureOf(real, TIMEOUT_MS)).toMatch(/^connection_refused/);
});
