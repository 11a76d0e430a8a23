import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const page = readFileSync(new URL('../../../../docs/deploying.md', import.meta.url), 'utf8');

/**
 * What each variable of nginx is for a visitor over https. Over HTTP/3 there is no $http_host, and nginx leaves out what is
 * set to nothing (https://github.com/nginx/nginx/issues/455).
 */
const VALUES: Readonly<Record<string, string>> = {
  $host: 'cvq.example',
  $http_host: '',
  $proxy_add_x_forwarded_for: '203.0.113.9',
  $scheme: 'https',
};

/** The headers that the nginx of the documentation passes on beside those of the visitor. */
function documentedHeaders(): Record<string, string> {
  const [, sample = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
  const set = [...sample.matchAll(/proxy_set_header (\S+) (\S+);/g)];
  const headers = set.map(([, name = '', value = '']) => [name, VALUES[value] ?? value.replaceAll('"', '')]);
  return Object.fromEntries(headers.filter(([, value]) => value !== ''));
}

const settings = { CVQ_TRUST_PROXY: '127.0.0.1', CVQ_BASE_URL: 'https://cvq.example' };

it('the nginx of the documentation names the host of the dashboard, also over HTTP/3', async () => {
  const collector = await startTestCollector({ settings });
  const answer = await collector.client.send({ path: '/', headers: documentedHeaders() });
  expect(answer.status).toBe(200);
});

it('a collector behind the nginx of the documentation knows https, and what browsers say only there', async () => {
  const collector = await startTestCollector({ settings });
  const proxied = documentedHeaders();
  expect(proxied).toHaveProperty('X-Forwarded-For', '203.0.113.9');
  async function send(id: number, headers: Readonly<Record<string, string>>): Promise<void> {
    const event = { id: `evt_${collector.clock.now}_${1000 + id}`, event_type: 'custom' };
    const json = { key: collector.project, signals: ['screen'], events: [event] };
    const answer = await collector.client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { ...proxied, ...headers },
      json,
    });
    expect(answer.status).toBe(202);
  }
  const ofBrowsers = { 'Accept-Language': 'de', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' };
  for (let id = 0; id < 60; id += 1) await send(id, ofBrowsers);
  await send(60, {});
  const last = (await collector.stored()).at(-1);
  expect(last).toMatchObject({ bot: { reasons: expect.arrayContaining(['no_sec_fetch']) } });
});
