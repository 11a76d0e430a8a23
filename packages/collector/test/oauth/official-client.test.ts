import { createServer } from 'node:https';
import { DEFAULT_SCOPES, HOUR_MS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { connectAgentOfPerson } from '../../../../test/builders/agent-of-person.ts';
import { localhostCertificate, trust } from '../../../../test/builders/localhost-certificate.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD, type TestBrowser } from '../dashboard-api/browser.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { answerIn, look, REDIRECT } from './application.ts';

const collector = await startTestCollector({
  settings: { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_TRUST_PROXY: '127.0.0.1' },
});
const { control, clock, origin, project } = collector;
const operator = asOperator(control, () => clock.now);

const certificate = localhostCertificate();
const server = await startReceiver(createServer(certificate), 'https');
untilFileEnds(trust(certificate.cert));
const documentAddress = `https://localhost:${server.port}/analyst.json`;
const metadata = { client_id: documentAddress, client_name: 'Analyst', redirect_uris: [REDIRECT] };
server.answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));

let people = 0;
async function aPerson(): Promise<TestBrowser> {
  people += 1;
  const email = `person${people}@example.com`;
  await addPerson(collector, email);
  await addMember(operator, { user: email, project }, 'member');
  const browser = openBrowser(collector, `203.0.${people}.1`);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return browser;
}

/** A person who is asked, and allows or refuses all that they are asked for. */
function atBrowser(browser: TestBrowser, decision: { isAllowed: boolean }) {
  return async (address: URL) => {
    const { id, scopes } = await look(browser, address.search.slice(1));
    const choice = { scopes, projects: null, as_superadmin: false };
    const { body } = decision.isAllowed
      ? await browser.post(`/authorizations/${id}/allow`, choice)
      : await browser.delete(`/authorizations/${id}`);
    const told = answerIn((body as { data: { redirect_to: string } }).data.redirect_to);
    expect(told.get('state')).toBe('as it was');
    return told;
  };
}

describe.each([
  ['of 2026 that registers itself', false, undefined],
  ['of 2025 that registers itself', true, undefined],
  ['of 2026 that has a metadata document', false, documentAddress],
])('the official client %s', (_, isLegacy, document) => {
  it('connects, steps up, refreshes and is revoked', async () => {
    const browser = await aPerson();
    const decision = { isAllowed: true };
    const agent = await connectAgentOfPerson({
      ...{ url: `${origin}/mcp`, askPerson: atBrowser(browser, decision), redirect: REDIRECT, isLegacy },
      ...(document !== undefined && { documentAddress: document }),
    });
    untilFileEnds(() => agent.close());
    expect(agent.asked).toEqual([[...DEFAULT_SCOPES]]);
    const { client_id: id } = agent.kept.application;
    expect(id).toEqual(document ?? expect.stringMatching(/^app_/));
    const overview = await agent.call('get_overview', { project, range: '7d' });
    expect([overview.isError, overview.answer.meta]).toMatchObject([false, { project }]);

    const retry = { project, id: 'conv_1760000000000_abcdefghij', platform: 'google_ads' };
    const retried = await agent.call('retry_delivery', retry);
    expect(agent.asked).toEqual([
      [...DEFAULT_SCOPES],
      expect.arrayContaining([...DEFAULT_SCOPES, 'conversions:write']),
    ]);
    expect(retried.answer, 'now it is the operation that answers').toMatchObject({
      error: { code: 'not_found' },
    });

    const before = agent.kept.tokens.access_token;
    clock.now += HOUR_MS;
    expect((await agent.call('get_me')).isError).toBe(false);
    expect([agent.kept.tokens.access_token !== before, agent.asked.length]).toEqual([true, 2]);
    expect((await agent.call('retry_delivery', retry)).answer).toMatchObject({ status: 404 });

    const { body } = await browser.get('/grants');
    const [grant] = (body as { data: { id: string }[] }).data;
    await browser.delete(`/grants/${grant?.id}`);
    decision.isAllowed = false;
    await expect(agent.call('get_me')).rejects.toThrow('access_denied');
    expect(agent.asked.length, 'it asked the person again').toBe(3);
  });
});
