import { type AccountKey, type ListKeysResponse, PLANS, type PlanCode, SCOPES } from '@cvq/contract';
import { expect, it } from 'vitest';
import { EXPIRY_WORDS, madeWords, reachWords, SCOPE_WORDS, timeWords } from '../src/words/key-words.ts';
import { keysSentence } from '../src/words/keys-sentence.ts';

const WRITING = { locale: 'en-GB', currency: 'EUR', timeZone: 'Europe/Berlin' };
const KEY: AccountKey = {
  ...{ id: 'key_1', kind: 'secret', name: 'Report', last4: 'abcd', scopes: [], agency_wide: false },
  ...{ created_at: '2026-11-03T23:30:00.000Z', created_by: 'Ann', expires_at: null, state: 'active' },
  ...{ projects: 'all', last_used_at: null, requests_today: 0, requests_this_minute: 0, requests_at_once: 0 },
};

it.each([
  [
    'starter',
    0,
    'No secret key yet. A program reads your figures with one. The plan starter allows 3 secret keys.',
  ],
  ['starter', 1, '1 of 3 secret keys is in use. The plan starter leaves 2.'],
  ['growth', 3, '3 of 10 secret keys are in use. The plan growth leaves 7.'],
  ['growth', 10, '10 of 10 secret keys are in use. The plan growth allows no more.'],
  // After a change to a smaller plan.
  ['starter', 12, '12 of 3 secret keys are in use. The plan starter allows no more.'],
] as const)('of the plan %s with %s active keys it says: %3$s', (plan: PlanCode, active, said) => {
  const meta: ListKeysResponse['meta'] = {
    ...{ kind: 'customer', plan, active_keys: active, limits: PLANS[plan] },
    day_ends_at: '2026-11-24T00:00:00.000Z',
  };
  const { lead, aside } = keysSentence(meta, WRITING);
  expect(`${lead} ${aside}`).toBe(said);
});

it('names what a key reaches by domains', () => {
  const names = new Map([['proj_1', 'shop.example']]);
  const of = (projects: 'all' | string[], isWide = false) =>
    reachWords({ projects, agency_wide: isWide }, names);
  expect([of('all'), of('all', true), of(['proj_1', 'proj_2']), of([])]).toEqual([
    'all projects',
    'every client of the agency',
    'shop.example, proj_2',
    'no project: those it had are deleted, moved, or of a former client',
  ]);
});

it('tells when a key was made, used and ends, in the zone of the project', () => {
  const used: AccountKey = {
    ...KEY,
    last_used_at: '2026-11-23T07:00:00.000Z',
    expires_at: '2027-02-21T12:00:00.000Z',
  };
  expect(madeWords(KEY, WRITING)).toBe('made by Ann on 4 November 2026');
  expect(madeWords({ ...KEY, created_by: null }, WRITING)).toBe('made on 4 November 2026');
  expect(timeWords(KEY, WRITING)).toBe('never used · never ends');
  expect(timeWords(used, WRITING)).toBe('last used 23 Nov, 08:00 · ends 21 February 2027');
  expect(timeWords({ ...used, state: 'expired' }, WRITING)).toBe(
    'last used 23 Nov, 08:00 · ended 21 February 2027',
  );
  expect(timeWords({ ...used, state: 'revoked' }, WRITING)).toBe('last used 23 Nov, 08:00 · revoked');
});

it('has words for every scope and every time to live', () => {
  expect(Object.keys(SCOPE_WORDS)).toEqual([...SCOPES]);
  expect(Object.values(EXPIRY_WORDS)).toHaveLength(4);
});
