import { beforeAll, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember, changeRole } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD, type TestBrowser } from '../dashboard-api/browser.ts';
import { connect, registerAt, type TestApplication } from '../oauth/application.ts';
import { connectAgent } from './agent.ts';

const collector = await startTestCollector();
const { client: http, clock, control, project } = collector;
const operator = asOperator(control, () => clock.now);
const user = 'ann@example.com';
const scope = 'projects:read analytics:read conversions:read conversions:write bots:read';

let browser: TestBrowser;
let application: TestApplication;
beforeAll(async () => {
  await addPerson(collector, user, false);
  await addMember(operator, { user, project }, 'member');
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: user, password: PASSWORD });
  application = await registerAt(collector);
});

it('a person lets an agent ask, which is answered as by the read API', async () => {
  const { access_token: bearer } = await connect(application, browser, { scope });
  const agent = await connectAgent(collector.origin, bearer);
  for (const [name, path] of [
    ['list_projects', '/v1/projects'],
    ['get_overview', `/v1/analytics/overview?range=7d&project=${project}`],
    ['get_bots', `/v1/analytics/bots?range=7d&project=${project}`],
  ] as const) {
    const { answer, isError } = await agent.call(
      name,
      name === 'list_projects' ? {} : { project, range: '7d' },
    );
    const { status, body } = await http.send({ path, bearer });
    expect([name, isError, status]).toEqual([name, false, 200]);
    expect(answer.data).toEqual((body as { data: unknown }).data);
  }
  const { project: foreign } = await collector.addProject();
  const refused = await agent.call('get_overview', { project: foreign, range: '7d' });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('not_found')]);
});

it('a viewer who has an agent write is refused in the answer of the tool, from the next call on', async () => {
  const { access_token } = await connect(application, browser, { scope });
  const agent = await connectAgent(collector.origin, access_token);
  const retry = { project, id: 'conv_1760000000000_abcdefghij', platform: 'google_ads' };
  expect((await agent.call('retry_delivery', retry)).text).toContain('not_found');
  await changeRole(operator, { user, project }, 'viewer');
  const refused = await agent.call('retry_delivery', retry);
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('read_only_role')]);
  await changeRole(operator, { user, project }, 'member');
});

it('an agent of a person who is disabled is refused at its next call, and told where tokens come from', async () => {
  const { access_token: bearer } = await connect(application, browser, { scope });
  const list = () =>
    http.send({
      ...{ method: 'POST', path: '/mcp', bearer },
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { Accept: 'application/json, text/event-stream' },
    });
  expect((await list()).status).toBe(200);
  await control.changeUser((await control.findUser(user))?.id ?? '', { disabledAt: clock.now });
  const refused = await list();
  expect(refused.status).toBe(401);
  expect(refused.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp');
});
