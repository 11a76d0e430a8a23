import { createLog } from '@cvq/collector';
import { expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { connectAgent } from '../mcp/agent.ts';
import { withoutTable } from '../rename-table.ts';
import { allow, registerAt, type TestTokens } from './application.ts';

let logged = '';
const log = createLog('trace', {
  write(line) {
    logged += line;
  },
});
const collector = await startTestCollector({ log });
const { client, clock, control, origin, project } = collector;

it('no line of the log has a code, a token or a session, whatever fails', async () => {
  const email = 'ann@example.com';
  await addPerson(collector, email);
  await addMember(
    asOperator(control, () => clock.now),
    { user: email, project },
    'member',
  );
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email, password: PASSWORD });
  const application = await registerAt(collector);
  const [code, other] = [
    await allow(browser, application.query()),
    await allow(browser, application.query()),
  ];
  const tokens = (await application.exchange(code)).body as TestTokens;
  const { access_token: bearer, refresh_token: refresh } = tokens;
  const agent = await connectAgent(origin, bearer);
  await agent.call('get_overview', { project, range: 'fortnight' });

  const statuses = await withoutTable(collector.folder, ['control', 'oauth_tokens'], () =>
    Promise.all(
      [
        application.exchange(other),
        application.refresh(refresh),
        application.revoke(refresh),
        client.send({ path: '/v1/me', bearer }),
        client.send({ path: `/v1/me?access_token=${bearer}` }),
      ].map((answer) => answer.then(({ status }) => status)),
    ),
  );
  expect(statuses).toEqual([500, 500, 500, 500, 400]);
  expect(logged).toContain('A request failed');
  expect(logged).toContain('An agent called a tool');
  const secrets = [code, other, bearer, refresh, PASSWORD, ...browser.cookies.values()];
  for (const secret of secrets) expect(logged).not.toContain(secret);
  for (const secret of [email, 'code_verifier']) expect(logged).not.toContain(secret);
});
