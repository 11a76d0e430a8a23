import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { MINUTE_MS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { localhostCertificate, trust } from '../../../../test/builders/localhost-certificate.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { createDocumentFetch, DocumentUnreadable } from '../../src/grants/fetch-document.ts';
import { createAddressGuard } from '../../src/webhooks/address-guard.ts';
import type { Resolve } from '../../src/webhooks/fair-lookups.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { NAMES, REFUSED_HOSTS } from '../webhooks/refused-addresses.ts';
import { applicationAt, connect, look, REDIRECT } from './application.ts';

const certificate = localhostCertificate();
const server = await startReceiver(createServer(certificate), 'https');
untilFileEnds(trust(certificate.cert));
const ADDRESS = `https://localhost:${server.port}/analyst.json`;

const DOCUMENT = {
  ...{ client_id: ADDRESS, client_name: 'Analyst', redirect_uris: [REDIRECT] },
  ...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
};

type Answered = { status?: number; type?: string; headers?: Record<string, string>; body?: string };

function answerWith({ status = 200, type = 'application/json', headers = {}, body }: Answered = {}): void {
  server.answer = (_, response) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body ?? JSON.stringify(DOCUMENT));
}

/** The document with all the spaces that it needs to have so many bytes. */
const ofBytes = (bytes: number) => JSON.stringify(DOCUMENT).padEnd(bytes);

describe('a person is asked by an application whose id is the address of a document', async () => {
  const collector = await startTestCollector({
    settings: { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_TRUST_PROXY: '127.0.0.1' },
  });
  const operator = asOperator(collector.control, () => collector.clock.now);
  const application = applicationAt(collector, ADDRESS);

  let people = 0;
  async function signedIn() {
    people += 1;
    const email = `person${people}@example.com`;
    await addPerson(collector, email);
    await addMember(operator, { user: email, project: collector.project }, 'member');
    const browser = openBrowser(collector, `203.0.${people}.1`);
    await browser.post('/sign-in', { email, password: PASSWORD });
    return browser;
  }

  it('is told who vouches for its name, and connects it until that is revoked', async () => {
    answerWith();
    const browser = await signedIn();
    const asked = await look(browser, application.query());
    expect(asked.application).toEqual({ name: 'Analyst', host: new URL(ADDRESS).host });
    const tokens = await connect(application, browser);
    const ask = () => collector.client.send({ path: '/v1/me', bearer: tokens.access_token });
    expect((await ask()).status).toBe(200);
    expect((await application.refresh(tokens.refresh_token)).status).toBe(200);
    expect((await browser.get('/grants')).body).toMatchObject({
      data: [{ application: 'Analyst', host: new URL(ADDRESS).host }],
    });
    await application.revoke(tokens.refresh_token);
    expect((await ask()).status).toBe(401);
  });

  it('has the document read anew each time, so that what it takes back counts at once', async () => {
    const browser = await signedIn();
    answerWith({ headers: { 'cache-control': 'max-age=86400' } });
    const before = server.requests.length;
    await look(browser, application.query());
    answerWith({ body: JSON.stringify({ ...DOCUMENT, redirect_uris: ['https://other.example/'] }) });
    const { body } = await browser.post('/authorizations', { query: application.query() });
    expect(body).toMatchObject({ error: { code: 'invalid_request' } });
    expect(server.requests.length - before).toBe(2);
    const [{ headers } = { headers: {} }] = server.requests.slice(-1);
    expect(headers).toEqual({
      ...{ accept: 'application/json', host: new URL(ADDRESS).host, connection: 'close' },
    });
  });

  it.each<[string, Answered]>([
    ['it names another client_id', { body: JSON.stringify({ ...DOCUMENT, client_id: `${ADDRESS}x` }) }],
    ['it names another client_id', { body: JSON.stringify({ ...DOCUMENT, client_id: undefined }) }],
    [
      'another token_endpoint_auth_method',
      { body: JSON.stringify({ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }) },
    ],
    [
      'A redirect_uri must begin with https',
      { body: JSON.stringify({ ...DOCUMENT, redirect_uris: ['http://evil.example/'] }) },
    ],
    ['it is no JSON', { body: '{' }],
    ['The body: ', { body: '[]' }],
    ['it answered 404', { status: 404 }],
    ['it answered 302', { status: 302, headers: { location: ADDRESS } }],
    ['its content type', { type: 'text/html' }],
    ['more than 5120 bytes', { body: ofBytes(5121) }],
  ])('and is told when the document cannot be used: %s', async (why, answered) => {
    answerWith(answered);
    const browser = await signedIn();
    const before = server.requests.length;
    const { status, body } = await browser.post('/authorizations', { query: application.query() });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(why);
    expect(server.requests.length - before, 'a redirect is not followed').toBe(1);
  });

  it('takes a document of 5120 bytes, and of a type that ends in +json', async () => {
    answerWith({ body: ofBytes(5120), type: 'application/client-metadata+json; charset=utf-8' });
    const browser = await signedIn();
    expect((await look(browser, application.query())).application.name).toBe('Analyst');
  });

  it('has it read 20 times in a minute, and the person is told to wait', async () => {
    answerWith();
    const browser = await signedIn();
    const ask = () => browser.post('/authorizations', { query: application.query() });
    for (let count = 0; count < 20; count += 1) expect((await ask()).status).toBe(200);
    const before = server.requests.length;
    expect(JSON.stringify((await ask()).body)).toMatch(/Wait \d+ seconds/);
    expect(server.requests.length).toBe(before);
    collector.clock.now += MINUTE_MS;
    expect((await ask()).status).toBe(200);
  });
});

describe('a document', () => {
  /** A resolver that knows each name by these addresses. */
  const resolving =
    (addressesOf: (hostname: string) => readonly string[]): Resolve =>
    (hostname, done) =>
      done(
        null,
        addressesOf(hostname).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const closed = createAddressGuard(
    { allowPrivate: false, allowedRanges: [] },
    resolving((hostname) => NAMES[hostname] ?? []),
  );
  const near = createAddressGuard(
    { allowPrivate: false, allowedRanges: ['127.0.0.1/32'] },
    resolving(() => ['127.0.0.1']),
  );

  it.each(REFUSED_HOSTS.filter(([, host]) => !(host in NAMES)))(
    'is asked for at no address of an inner network, such as %s: %s',
    async (_, host) => {
      const collector = await refusing();
      const before = server.requests.length;
      const { status, body } = await collector.ask(`https://${host}:${server.port}/analyst.json`);
      expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
      expect(server.requests.length).toBe(before);
    },
  );

  it('is asked for at no name that leads to one', async () => {
    const before = server.requests.length;
    for (const name of Object.keys(NAMES).filter((one) => one !== 'hooks.example.com')) {
      const read = createDocumentFetch(closed)(new URL(`https://${name}:${server.port}/`));
      await expect(read).rejects.toThrow('private or reserved');
    }
    expect(server.requests.length).toBe(before);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['before its head', () => undefined],
    [
      'before its body',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
    ],
    [
      'within its body',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('that stops %s is given up', async (_, answer) => {
    server.answer = (_received, response) => answer(response);
    const read = createDocumentFetch(near, 100)(new URL(ADDRESS));
    const refusal = await read.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DocumentUnreadable);
    expect(String(refusal)).toContain('timeout: no answer within 0.1 seconds');
  });

  it('that goes over to another protocol is given up at once', async () => {
    server.answer = (_received, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end();
    const read = createDocumentFetch(near)(new URL(ADDRESS));
    await expect(read).rejects.toThrow('not_http');
  });

  it('that never ends is given up once it is too long', async () => {
    server.answer = (_received, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = () => {
        while (response.write('x'.repeat(1024)));
      };
      response.on('drain', write);
      write();
    };
    await expect(createDocumentFetch(near)(new URL(ADDRESS))).rejects.toThrow('more than 5120 bytes');
  });

  it('whose server is cut off or not trusted is told so', async () => {
    server.answer = (_received, response) => void response.socket?.destroy();
    await expect(createDocumentFetch(near)(new URL(ADDRESS))).rejects.toThrow('connection_closed');
    const byAddress = new URL(ADDRESS.replace('localhost', '127.0.0.1'));
    await expect(createDocumentFetch(near)(byAddress)).rejects.toThrow('tls_error');
  });
});

let asking: Promise<{ ask(clientId: string): ReturnType<ReturnType<typeof openBrowser>['post']> }> | null =
  null;
/** A collector that speaks to public addresses alone, with a person who opens requests. */
function refusing() {
  asking ??= open();
  return asking;
  async function open() {
    const collector = await startTestCollector();
    await addPerson(collector, 'ann@example.com');
    const browser = openBrowser(collector);
    await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
    return {
      ask(clientId: string) {
        collector.clock.now += MINUTE_MS;
        return browser.post('/authorizations', { query: applicationAt(collector, clientId).query() });
      },
    };
  }
}
