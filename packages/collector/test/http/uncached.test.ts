import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const key = await collector.addKey();
const host = new URL(collector.origin).host;

it.each([
  ['a script that is not there', 'GET', '/sdk.0123456789abcdef.js', 404],
  ['a file of the dashboard that is not there', 'GET', '/assets/index-of-another-version.js', 404],
  ['no credential', 'GET', '/v1/me', 401],
  ['what one credential cannot reach', 'GET', '/v1/projects/proj_elsewhere', 404],
  ['a missing scope', 'GET', '/v1/conversions', 403],
  ['a server key that is none', 'POST', '/v1/track', 401],
  ['a question of the dashboard without a session', 'GET', '/dashboard-api/v1/me', 401],
  ['an application that is unknown', 'POST', '/oauth/token', 400],
  ['the state of the process', 'GET', '/healthz', 200],
  ['whether it may get traffic', 'GET', '/readyz', 200],
])('no cache keeps the answer about %s', async (_, method, path, status) => {
  const bearer = path.startsWith('/v1/') && path !== '/v1/me' ? { bearer: key.token } : {};
  const json = method === 'POST' ? { json: {} } : {};
  const answer = await collector.client.send({ method, path, headers: { Host: host }, ...json, ...bearer });
  expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
});
