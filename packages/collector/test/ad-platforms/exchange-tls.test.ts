import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/builders/temporary-folder.ts';
import { exchange } from '../../src/ad-platforms/exchange/exchange.ts';

let server: Server;
let url = '';
let certificate = '';
let isCut = false;

beforeAll(async () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...made, ...subject], { stdio: 'pipe' });
  certificate = readFileSync(cert, 'utf8');
  server = createServer({ key: readFileSync(key), cert: certificate }, (request, response) => {
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
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, certificate]);
  try {
    expect(await ask()).toMatchObject({ isAnswered: true, json: { a: 1 } });
    isCut = true;
    expect(await ask()).toMatchObject({ isAnswered: false, wasSent: true });
  } finally {
    setDefaultCACertificates(trusted);
  }
});
