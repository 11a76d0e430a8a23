import type { FunnelResponse, ListProjectsResponse, OverviewResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client, control } = collector;
const { token } = await collector.addKey({ scopes: ['projects:read', 'analytics:read', 'conversions:read'] });
const DAY = new Date(START).toISOString().slice(0, 10);

let last = 0;
type Fields = Record<string, unknown>;

/** One page view of a browser with its own address, since some are known by that alone. */
async function view(project: string, head: Fields, event: Fields = {}): Promise<void> {
  last += 1;
  const answer = await client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT },
    body: JSON.stringify({
      key: project,
      ...head,
      events: [{ id: `evt_${START}_v${last}`, event_type: 'pageview', ...event }],
    }),
  });
  expect(answer.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
}

async function sale(bearer: string, fields: Fields): Promise<string> {
  const json = { event_type: 'purchase', properties: { value: 10 }, ...fields };
  const answer = await client.send({ method: 'POST', path: '/v1/track', bearer, json });
  expect(answer.status).toBe(200);
  return (answer.body as { event_id: string }).event_id;
}

async function ask<Body>(path: string, project: string): Promise<Body> {
  const mark = path.includes('?') ? '&' : '?';
  const answer = await client.send({ path: `${path}${mark}project=${project}`, bearer: token });
  expect(answer.status).toBe(200);
  return answer.body as Body;
}

const range = `start_date=${DAY}&end_date=${DAY}`;

async function visitors(project: string): Promise<number> {
  const { data } = await ask<z.infer<typeof OverviewResponse>>(`/v1/analytics/overview?${range}`, project);
  return data.visitors;
}

async function funnel(project: string): Promise<number[]> {
  const { data } = await ask<z.infer<typeof FunnelResponse>>(
    `/v1/analytics/funnel?${range}&event_types=pageview,purchase`,
    project,
  );
  return data.steps.map(({ count }) => count);
}

it('a server’s sale to a user whom a browser named is that visitor’s, until the project counts visitors', async () => {
  const { project, serverKey } = await collector.addProject();
  await view(
    project,
    { visitor_id: 'phone', session_id: 's1' },
    { context: { page_url: 'https://shop.example/?utm_source=letter' } },
  );
  await view(project, { visitor_id: 'phone', session_id: 's1', user_id: 'u1' });
  await view(project, { visitor_id: 'laptop', session_id: 's2', user_id: 'u1' });
  collector.clock.now += 1000;
  const id = await sale(serverKey, { user_id: 'u1' });
  expect([await visitors(project), await funnel(project)]).toEqual([1, [1, 1]]);

  const told = async () => {
    const { data } = await ask<{ data: { attribution: { source: string } } }>(
      `/v1/conversions/${id}`,
      project,
    );
    return data.attribution.source;
  };
  expect(await told()).toBe('letter');

  await control.changeProject(project, { persons: 'off' });
  expect([await visitors(project), await funnel(project)]).toEqual([3, [2, 0]]);
  expect(await told()).toBe('letter');
  const listed = await client.send({ path: '/v1/projects', bearer: token });
  const { data: projects } = listed.body as z.infer<typeof ListProjectsResponse>;
  expect(projects.map(({ id: of, persons }) => [of, persons])).toContainEqual([project, 'off']);
});

it('nobody is behind a placeholder: strangers stay apart, and a server’s event that has nothing else counts no visitor', async () => {
  const { project, serverKey } = await collector.addProject();
  await view(project, { visitor_id: 'ann', session_id: 's1', user_id: 'guest' });
  await view(project, { visitor_id: 'bob', session_id: 's2', user_id: ' GUEST ' });
  for (const user_id of ['guest', 'anonymous', '0', 'null', ' None ']) await sale(serverKey, { user_id });
  expect([await visitors(project), await funnel(project)]).toEqual([2, [2, 0]]);
});

it('a browser that says nothing but a placeholder is known by the hash of the day', async () => {
  const { project } = await collector.addProject();
  for (const head of [
    {},
    { user_id: 'guest' },
    { visitor_id: 'undefined' },
    { visitor_id: 'null', user_id: '0' },
  ])
    await view(project, head);
  expect(await visitors(project)).toBe(1);
  const kept = await collector.stored(project);
  expect(new Set(kept.map(({ visitor_id }) => visitor_id)).size).toBe(1);
  expect(kept.map(({ user_id }) => user_id)).toEqual([null, null, null, null]);
});
