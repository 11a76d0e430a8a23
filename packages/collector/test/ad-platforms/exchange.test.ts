import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange } from '../../src/ad-platforms/exchange/exchange.ts';
import { noAnswer } from '../../src/ad-platforms/exchange/platform-answer.ts';
import { type FakePlatform, startFakePlatform } from './fake-platform.ts';

const never = new AbortController().signal;
const ask = (url: string, signal = never) =>
  exchange({ method: 'POST', url, body: { a: 1 }, secrets: ['secret-token'] }, signal);

let platform: FakePlatform | undefined;
afterEach(async () => {
  await platform?.close();
  platform = undefined;
});

/** An address where nothing listens. */
async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

describe('an exchange with a platform', () => {
  it('gives status, headers and JSON', async () => {
    platform = await startFakePlatform(() => ({ status: 201, headers: { 'x-a': 'b' }, body: { ok: true } }));
    const answer = await ask(platform.address);
    expect(answer).toMatchObject({ isAnswered: true, status: 201, json: { ok: true } });
    expect(platform.received[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(platform.received[0]?.headers['content-type']).toBe('application/json');
  });

  it('follows no redirect', async () => {
    platform = await startFakePlatform(() => ({ status: 302, headers: { location: '/other' }, body: {} }));
    expect(await ask(platform.address)).toMatchObject({ isAnswered: true, status: 302 });
    expect(platform.received).toHaveLength(1);
  });

  it('knows that nothing was sent where nobody listens, or the name is unknown', async () => {
    expect(await ask(await deadAddress())).toEqual({
      isAnswered: false,
      reason: 'connection_refused: nothing listens at the address',
      wasSent: false,
    });
    expect(await ask('http://nobody.invalid')).toMatchObject({ isAnswered: false, wasSent: false });
  });

  it('knows that nothing was sent where TLS fails', async () => {
    platform = await startFakePlatform(() => ({ body: {} }));
    const answer = await ask(platform.address.replace('http:', 'https:'));
    expect(answer).toMatchObject({ isAnswered: false, wasSent: false });
  });

  it('does not know whether the platform has what it did not answer', async () => {
    platform = await startFakePlatform(() => 'cut');
    expect(await ask(platform.address)).toMatchObject({ isAnswered: false, wasSent: true });
  });

  it.each([
    ['connection_closed: the server closed it', 'connection_closed', 'the server closed it'],
    ['failed: a: b', 'failed', 'a: b'],
    ['unreachable', 'unreachable', null],
  ])('that ends with %s has code and message apart, so that both are told once', (reason, code, message) => {
    const answer = noAnswer({ isAnswered: false, reason, wasSent: true });
    expect(answer).toMatchObject({ class: 'transient', isOutcomeKnown: false, code, message });
  });

  it('ends when it is stopped', async () => {
    platform = await startFakePlatform(() => 'hang');
    const stop = new AbortController();
    const answer = ask(platform.address, stop.signal);
    await expect.poll(() => platform?.received.length).toBe(1);
    stop.abort();
    expect(await answer).toEqual({
      isAnswered: false,
      reason: 'stopped: the collector ended the request',
      wasSent: true,
    });
  });

  it('does not know whether a platform has what it answers by another protocol', async () => {
    platform = await startFakePlatform(() => 'switch');
    expect(await ask(platform.address)).toMatchObject({
      isAnswered: false,
      reason: expect.stringMatching(/^not_http/),
      wasSent: true,
    });
  });

  it('reads no more than a mebibyte', async () => {
    platform = await startFakePlatform(() => ({ body: 'x'.repeat(1_048_577) }));
    expect(await ask(platform.address)).toMatchObject({
      isAnswered: false,
      reason: 'too_large: the answer has more than 1048576 bytes',
      wasSent: true,
    });
  });

  it('keeps no secret and no hash that the platform repeats', async () => {
    const hash = 'ab'.repeat(32);
    platform = await startFakePlatform(() => ({ body: { said: `secret-token and ${hash}` } }));
    expect(await ask(platform.address)).toMatchObject({ json: { said: '[token] and [hash]' } });
  });

  it('keeps no secret that is repeated with escapes', async () => {
    platform = await startFakePlatform(() => ({ body: '{"a":"1\\/\\/b+c","b":"1%2F%2Fb%2Bc"}' }));
    const request = { method: 'GET', url: platform.address, secrets: ['1//b+c', ''] } as const;
    expect(await exchange(request, never)).toMatchObject({ json: { a: '[token]', b: '[token]' } });
  });

  it('gives what is not JSON as text', async () => {
    platform = await startFakePlatform(() => ({ status: 502, body: '<html>' }));
    expect(await ask(platform.address)).toMatchObject({ status: 502, text: '<html>', json: undefined });
  });
});
