import { DAY_MS, type ListBotRulesResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from './browser.ts';

it('rules are told with the requests of the last seven days that they match, and the people among them', async () => {
  const collector = await startTestCollector();
  const { client, control, project } = collector;
  let sent = 0;
  const visit = (userAgent: string, at: number, type = 'pageview') => {
    sent += 1;
    return client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, 'Accept-Language': 'de' },
      body: JSON.stringify({
        ...{ key: project, visitor_id: `v${sent}`, session_id: `s${sent}` },
        events: [{ id: `evt_${at}_r${sent}`, event_type: type, timestamp: new Date(at).toISOString() }],
      }),
    });
  };
  await visit(`${USER_AGENT} Kiosk/1`, START - DAY_MS);
  await visit(`${USER_AGENT} kiosk/2`, START - 2 * DAY_MS, 'purchase');
  await visit(`${USER_AGENT} Kiosk/1`, START - 8 * DAY_MS);
  await visit('curl/8.5.0', START - DAY_MS);
  await visit(USER_AGENT, START - DAY_MS);
  const rules = [
    { kind: 'userAgentContains' as const, value: 'Kiosk' },
    { kind: 'userAgentContains' as const, value: 'curl' },
    { kind: 'ipRanges' as const, value: '192.0.2.0/24' },
  ];
  await control.addBotRules(project, rules, { at: START });
  await addPerson(collector, 'ann@example.com', true);
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
  const { status, body } = await browser.get(`/bot-rules?project=${project}`);
  expect(status).toBe(200);
  expect(body as ListBotRulesResponse).toEqual({
    data: [
      {
        ...{ kind: 'user_agent_contains', value: 'Kiosk' },
        matched: { requests: 2, people_requests: 2, people: 2, buyers: 1 },
      },
      {
        ...{ kind: 'user_agent_contains', value: 'curl' },
        matched: { requests: 1, people_requests: 0, people: 0, buyers: 0 },
      },
      { kind: 'ip_range', value: '192.0.2.0/24', matched: null },
    ],
    meta: { days: 7 },
  });
});
