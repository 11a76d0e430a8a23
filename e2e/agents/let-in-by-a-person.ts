// Applications that are given an address alone, and a person at a real browser who lets them in: `npm run test:agents`.
// The official client finds the authorization server, makes itself known in both ways that there are, steps up,
// refreshes, and is revoked; mcp-remote, which is fetched from npm, connects.
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { DEFAULT_SCOPES, HOUR_MS } from '@cvq/contract';
import { type AgentOfPerson, connectAgentOfPerson } from '../../test/builders/agent-of-person.ts';
import { localhostCertificate, trust } from '../../test/builders/localhost-certificate.ts';
import { openPinnedDemo } from '../pinned-demo.ts';
import { startChromium } from '../sdk/playwright-engine.ts';
import { signIn } from '../sign-in.ts';
import { bridgeByOauth } from './bridge-by-oauth.ts';
import { personAt } from './person-at-browser.ts';

const NOW = Date.parse('2026-11-19T08:37:00.000Z');
const demo = await openPinnedDemo(NOW, 3);
const browser = await startChromium(process.env.CVQ_CHROMIUM);
const context = await browser.newContext({ locale: 'en-GB' });
const credentials = await demo.signUp();
const person = personAt(context, credentials.password);

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The program of the application, which waits for the browser to come back. */
const came = { back: Promise.withResolvers<URLSearchParams>() };
const program = createHttpServer(({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  if (pathname === '/callback') came.back.resolve(searchParams);
  response.end('Go on in the terminal.');
});
const redirect = `http://127.0.0.1:${await listening(program)}/callback`;

/** The site of the application, with the document about it. */
const certificate = localhostCertificate();
trust(certificate.cert);
const site = createHttpsServer(certificate, (_, response) => {
  const known = { client_id: documentAddress, client_name: 'Analyst', redirect_uris: [redirect] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known));
});
const documentAddress = `https://localhost:${await listening(site)}/analyst.json`;

const ofTool = (agent: AgentOfPerson, name: string, args = {}) =>
  agent.call(name, { project: demo.project, ...args });

type Conversions = { readonly data: readonly { readonly id: string }[] };

/** From the address alone to the end of what the person allowed. */
async function walk(document: string | undefined): Promise<void> {
  const from = document === undefined ? 'anybody can use this name' : new URL(document).host;
  let decision: 'Let it in' | 'Refuse' = 'Let it in';
  const agent = await connectAgentOfPerson({
    ...{ url: `${demo.origin}/mcp`, redirect },
    async askPerson({ href }) {
      came.back = Promise.withResolvers();
      await person.decide(href, decision, from);
      const told = await came.back.promise;
      assert.equal(told.get('state'), 'as it was');
      return told;
    },
    ...(document !== undefined && { documentAddress: document }),
  });
  assert.deepEqual(agent.asked, [[...DEFAULT_SCOPES]]);
  assert.equal(agent.kept.application.client_id.startsWith(document ?? 'app_'), true);

  const overview = await ofTool(agent, 'get_overview', { range: '7d' });
  const asked = await fetch(`${demo.origin}/v1/analytics/overview?range=7d&project=${demo.project}`, {
    headers: { authorization: `Bearer ${demo.readKey}` },
  });
  const { data } = (await asked.json()) as { data: Record<string, unknown> };
  const { visitors, conversions, revenue } = overview.answer.data as Record<string, unknown>;
  assert.deepEqual([visitors, conversions, revenue], [data.visitors, data.conversions, data.revenue]);

  const failed = await ofTool(agent, 'list_conversions', { delivery_status: 'failed', limit: 1 });
  const [{ id } = { id: '' }] = (failed.answer as Conversions).data;
  const retried = await ofTool(agent, 'retry_delivery', { id });
  // Now it is the operation that answers: the demo's integrations send nothing.
  const { error } = retried.answer as { error?: { details: { reason: string } } };
  assert.equal(error?.details.reason, 'dry_run');
  const [, askedThen = []] = agent.asked;
  assert.deepEqual([...askedThen].sort(), [...DEFAULT_SCOPES, 'conversions:write'].sort());

  const before = agent.kept.tokens.access_token;
  demo.clock.now += HOUR_MS;
  assert.equal((await agent.call('get_me')).isError, false);
  assert.notEqual(agent.kept.tokens.access_token, before);
  assert.equal(agent.asked.length, 2, 'a refresh asks nobody');

  await person.revoke(`${demo.origin}/${demo.project}/settings/applications`, 'Analyst');
  decision = 'Refuse';
  await assert.rejects(agent.call('get_me'), /access_denied/);
  assert.equal(agent.asked.length, 3, 'it asked the person again');
  await agent.close();
}

try {
  await signIn(context, demo.origin, credentials);
  await walk(undefined);
  process.stdout.write('ok    the official client that registers itself, with a person at a browser\n');
  await walk(documentAddress);
  process.stdout.write(
    'ok    the official client that has a metadata document, with a person at a browser\n',
  );
  await bridgeByOauth(demo.origin, person);
  process.stdout.write('ok    mcp-remote without a key, with a person at a browser\n');
} finally {
  for (const server of [program, site]) server.close();
  await browser.close();
  await demo.end();
}
