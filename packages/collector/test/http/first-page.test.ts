import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const collector = await startTestCollector();

it('the question of the first page is answered, however many projects there are', async () => {
  const { project } = await collector.addProject();
  const { token: bearer } = await collector.addKey();
  const page = (
    await collector.client.send({ path: '/', headers: { Host: new URL(collector.origin).host } })
  ).bytes.toString();
  const [, shown = ''] = /curl -H "[^"]*" "([^"]*)"/.exec(page) ?? [];
  const address = shown.replaceAll('&amp;', '&').replace('proj_…', project);
  expect(address).toContain(`${collector.baseUrl}/v1/`);
  const answer = await collector.client.send({ path: address.slice(collector.baseUrl.length), bearer });
  expect(answer.body).toMatchObject({ data: { events: 0 } });
  expect(answer.status).toBe(200);
});
