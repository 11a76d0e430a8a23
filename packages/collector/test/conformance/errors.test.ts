import { DIMENSIONS, ERROR_CODES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { withoutTable } from '../rename-table.ts';
import { type Rule, testRules } from './rule.ts';
import { startWorld } from './world.ts';

// The section "Errors" of the specification. read_only_role is of people, who come with OAuth; `reach/` has its rule,
// those of plan_required and those of rate_limited.
const { collector, scopeless, get, post, addConversion } = await startWorld();

const fields = (...names: string[]) => ({
  fields: names.map((field) => ({ field, message: expect.any(String) })),
});

const RULES: readonly Rule[] = [
  ['every response has an X-Request-Id', get('/v1/me'), { headers: { 'x-request-id': expect.any(String) } }],
  [
    'invalid_request names each unknown field',
    get('/v1/me?a=1&b=2'),
    { code: 'invalid_request', details: fields('a', 'b') },
  ],
  [
    'invalid_request names a wrong type',
    get('/v1/conversions?limit=many'),
    { code: 'invalid_request', details: fields('limit') },
  ],
  [
    'invalid_request names a field of a body',
    async () => post(`/v1/conversions/${await addConversion(1)}/retry`, { platform: 'none' }),
    { code: 'invalid_request', details: fields('platform') },
  ],
  [
    'invalid_request for a method that the path does not support',
    { ...get('/v1/me'), method: 'DELETE' },
    { code: 'invalid_request' },
  ],
  [
    'invalid_range for a date that is none',
    get('/v1/analytics/overview?start_date=1.1.2026&end_date=2026-01-01'),
    { code: 'invalid_range' },
  ],
  [
    'invalid_range for a start after the end',
    get('/v1/analytics/overview?start_date=2026-01-02&end_date=2026-01-01'),
    { code: 'invalid_range' },
  ],
  [
    'unsupported_dimension lists all twenty',
    get('/v1/analytics/breakdown?dimension=colour'),
    { code: 'unsupported_dimension', details: { supported: DIMENSIONS } },
  ],
  [
    'insufficient_scope lists every scope that is needed, and the header repeats them',
    get('/v1/analytics/spend', scopeless.token),
    {
      code: 'insufficient_scope',
      details: { required_scopes: ['spend:read'] },
      headers: { 'www-authenticate': expect.stringContaining('scope="spend:read"') },
    },
  ],
  ['not_found for an unknown endpoint', get('/v1/exports'), { code: 'not_found' }],
  [
    'not_found for an unknown resource',
    get('/v1/conversions/conv_1795255200000_none'),
    { code: 'not_found' },
  ],
  [
    'outside_retry_window past the 7 days of one platform',
    async () => post(`/v1/conversions/${await addConversion(8)}/retry`, { platform: 'meta_ads' }),
    { code: 'outside_retry_window' },
  ],
  [
    'and not yet past the 90 of another',
    async () => post(`/v1/conversions/${await addConversion(8)}/retry`, { platform: 'google_ads' }),
    { code: 'invalid_request' },
  ],
  [
    'a failure of the tracking API has its own envelope',
    { method: 'POST', path: '/v1/track', json: {} },
    { status: 401, body: { success: false, error: expect.any(String) } },
  ],
];

describe('the codes', () => testRules(collector, RULES));

describe('faults', () => {
  it('a failed look-up is internal_error, never not_found', async () => {
    const answer = await withoutTable(collector.folder, ['control', 'projects'], () =>
      collector.client.send(get('/v1/projects/proj_elsewhere')),
    );
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
  });

  it('upstream_error names the dependency', async () => {
    const { token } = await collector.addKey({ scopes: ['conversions:read'], projects: [collector.project] });
    const answer = await withoutTable(collector.folder, ['events', 'events'], () =>
      collector.client.send(get('/v1/conversions', token)),
    );
    expect(answer.body).toMatchObject({
      error: { code: 'upstream_error', details: { service: 'analytics_store' } },
    });
  });
});

it('the reference that doc_url points at has every code, the reserved ones with it', async () => {
  const page = await collector.client.send({ path: '/docs/errors' });
  for (const code of Object.keys(ERROR_CODES)) expect(page.body).toContain(`id="${code}"`);
});
