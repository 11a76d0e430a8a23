import { REFUSED_QUERY_CREDENTIALS } from '@cvq/contract';
import { describe, expect } from 'vitest';
import { type Rule, testRules } from './rule.ts';
import { DAY_MS, startWorld } from './world.ts';

// The section "Authentication" of the specification. OAuth, the MCP server and the roles that OAuth knows come later;
// plans, agencies and their keys are in `reach/`.
const { collector, project, serverKey, everything, scopeless, get, post } = await startWorld();
const { control, clock } = collector;

const RULES: Record<string, readonly Rule[]> = {
  'the read API': [
    ['a secret key is sent as Authorization: Bearer', get('/v1/me'), { status: 200 }],
    ...REFUSED_QUERY_CREDENTIALS.map(
      (name): Rule => [
        `${name} in the query is refused before authentication`,
        { path: `/v1/me?${name}=${everything.token}` },
        { code: 'invalid_request' },
      ],
    ),
    [
      'a caller without a credential is unknown',
      { path: '/v1/me' },
      {
        code: 'unauthenticated',
        headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) },
      },
    ],
    [
      'a key that does not exist is no credential',
      get('/v1/me', `sk_${'a'.repeat(40)}`),
      {
        code: 'invalid_token',
        headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) },
      },
    ],
    ['a proj_ key reads nothing', get('/v1/me', project), { code: 'invalid_token' }],
    [
      'a key without a required scope is told so',
      get('/v1/projects', scopeless.token),
      { code: 'insufficient_scope' },
    ],
    [
      'a revoked key is refused at once',
      async () => {
        const { id, token } = await collector.addKey();
        await control.revokeKey(id, clock.now);
        return get('/v1/me', token);
      },
      { code: 'invalid_token' },
    ],
    [
      'an expired key answers invalid_token',
      async () => {
        const { token } = await collector.addKey({ expiry: '30', createdAt: clock.now - 30 * DAY_MS });
        return get('/v1/me', token);
      },
      { code: 'invalid_token' },
    ],
  ],
  visibility: [
    [
      'a project out of reach is not found, never forbidden',
      get('/v1/projects/proj_elsewhere'),
      { code: 'not_found' },
    ],
    [
      'a key restricted to named projects sees only those',
      get('/v1/projects'),
      {
        body: expect.objectContaining({ meta: { total_rows: 1 } }),
      },
    ],
  ],
  'the tracking API': [
    [
      'a server key is sent as Authorization: Bearer',
      post('/v1/track', { event_type: 'ping' }, serverKey),
      {},
    ],
    [
      'or as the query parameter api_key',
      { method: 'POST', path: `/v1/track?api_key=${serverKey}`, json: { event_type: 'ping' } },
      {},
    ],
    [
      'a missing key is 401',
      { method: 'POST', path: '/v1/track', json: { event_type: 'ping' } },
      { status: 401 },
    ],
    ['a wrong key is 401', post('/v1/track', { event_type: 'ping' }, everything.token), { status: 401 }],
  ],
};

describe.each(Object.entries(RULES))('%s', (_section, rules) => testRules(collector, rules));
