import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localhostCertificate, trust } from '../../../../test/builders/localhost-certificate.ts';
import { exchange } from '../../src/ad-platforms/exchange/exchange.ts';

let server: Server;
let url = '';
let certificate = '';
let isCut = false;

beforeAll(async () => {
  const made = localhostCertificate();
  certificate = made.cert;
  server = createServer(made, (request, response) => {
    if (isCut) request.socket.destroy();
    else response.end('{"a":1}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const ask = () => exchange({ method: 'POST', url, body: {}, secrets: [] }, new AbortController().signal);

it('sends nothing to a server whose certificate is not trusted', async () => {
  expect(await ask()).toMatchObject({
    isAnswered: false,
    wasSent: false,
    reason: expect.stringMatching(/^tls_error: /),
  });
});

it('knows over TLS as well whether a request was sent', async () => {
  const distrust = trust(certificate);
  try {
    expect(await ask()).toMatchObject({ isAnswered: true, json: { a: 1 } });
    isCut = true;
    expect(await ask()).toMatchObject({ isAnswered: false, wasSent: true });
  } finally {
    distrust();
  }
});
