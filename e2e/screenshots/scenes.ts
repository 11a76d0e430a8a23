import type { Page } from 'playwright-core';
import type { PinnedDemo } from '../pinned-demo.ts';

/** What a picture shows: where it is taken, and what is done before. */
export type Scene = {
  readonly name: string;
  readonly path: (demo: PinnedDemo) => string | Promise<string>;
  /** Before anybody has signed up, who has not signed in, or else the first person. */
  readonly as?: 'first' | 'stranger';
  /** What is there once it can be taken. */
  readonly awaits: string;
  readonly before?: (page: Page) => Promise<void>;
};

const inProject = (place: string) => (demo: PinnedDemo) => `/${demo.project}${place}`;

/** Where an application sends somebody who is to let it in. */
async function authorizePath({ origin }: PinnedDemo): Promise<string> {
  const metadata = { client_name: 'Analyst', redirect_uris: ['http://127.0.0.1/callback'] };
  const headers = { 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify(metadata) };
  const answer = await fetch(`${origin}/oauth/register`, asked);
  const { client_id } = (await answer.json()) as { client_id: string };
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
  return `/oauth/authorize?${new URLSearchParams({ client_id, response_type: 'code', ...challenge })}`;
}

/** Every page of the dashboard, and what opens over it. */
export const SCENES: readonly Scene[] = [
  {
    name: 'set-up',
    path: async (demo) => (await demo.setUpLink()).replace(demo.origin, ''),
    awaits: 'form',
    as: 'first',
  },
  { name: 'overview', path: inProject(''), awaits: 'main h1' },
  { name: 'overview-today', path: inProject('?range=today'), awaits: 'main h1' },
  {
    name: 'overview-filtered',
    path: inProject('?filter=country:is:DE|AT&metric=revenue'),
    awaits: 'main h1',
  },
  { name: 'conversions', path: inProject('/conversions'), awaits: 'main tbody [data-row]' },
  {
    name: 'conversion',
    path: inProject('/conversions'),
    awaits: 'main tbody [data-row]',
    async before(page) {
      // One that two platforms have.
      await page.locator('main tbody [data-row]').nth(1).click();
      await page.getByRole('heading', { name: 'Where it went' }).waitFor();
    },
  },
  { name: 'funnel', path: inProject('/funnel'), awaits: 'main h1' },
  { name: 'spend', path: inProject('/spend'), awaits: 'main h1' },
  { name: 'events', path: inProject('/events'), awaits: 'main h1' },
  { name: 'live', path: inProject('/live'), awaits: 'main h1' },
  { name: 'bots', path: inProject('/bots'), awaits: 'main h1' },
  {
    name: 'settings-integrations',
    path: inProject('/settings/integrations'),
    awaits: 'main .integration .fields',
  },
  { name: 'settings-keys', path: inProject('/settings/keys'), awaits: 'main .ledger li' },
  {
    name: 'settings-new-key',
    path: inProject('/settings/keys'),
    awaits: 'main .ledger li',
    before: (page) => page.getByRole('button', { name: 'Create a key' }).click(),
  },
  { name: 'settings-project', path: inProject('/settings/project'), awaits: 'main .fields' },
  { name: 'settings-tracking', path: inProject('/settings/tracking'), awaits: 'main pre' },
  { name: 'settings-erasure', path: inProject('/settings/erasure'), awaits: 'main form' },
  { name: 'new-project', path: () => '/new-project', awaits: 'form' },
  { name: 'webhooks', path: inProject('/webhooks'), awaits: '.endpoint' },
  {
    name: 'new-webhook',
    path: inProject('/webhooks'),
    awaits: '.endpoint',
    before: (page) => page.getByRole('button', { name: 'New endpoint…' }).click(),
  },
  { name: 'settings-applications', path: inProject('/settings/applications'), awaits: 'main h1' },
  { name: 'authorize', path: authorizePath, awaits: 'form' },
  { name: 'settings-members', path: inProject('/settings/members'), awaits: 'main .settings-page h1' },
  {
    name: 'settings-invite',
    path: inProject('/settings/members'),
    awaits: 'main .settings-page h1',
    before: (page) => page.getByRole('button', { name: 'Invite somebody' }).click(),
  },
  { name: 'settings-agencies', path: inProject('/settings/agencies'), awaits: 'main .settings-page h1' },
  { name: 'settings-audit-log', path: inProject('/settings/audit-log'), awaits: 'main .ledger li' },
  { name: 'settings-accounts', path: inProject('/settings/accounts'), awaits: 'main .ledger li' },
  { name: 'settings-you', path: inProject('/settings/you'), awaits: 'main .ledger li' },
  { name: 'list', path: inProject('/list/source'), awaits: 'main tbody tr' },
  { name: 'all-projects', path: () => '/', awaits: 'main tbody tr' },
  { name: 'before-data', path: (demo) => `/${demo.emptyProject}`, awaits: '.before-data' },
  {
    name: 'filter',
    path: inProject(''),
    awaits: 'main h1',
    async before(page) {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('ger');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    path: inProject(''),
    awaits: 'main h1',
    before: (page) => page.keyboard.press('?'),
  },
  { name: 'sign-in', path: () => '/', awaits: 'form', as: 'stranger' },
  { name: 'forgotten', path: () => '/forgotten', awaits: 'h1', as: 'stranger' },
  { name: 'settings-of-accounts', path: () => '/settings/accounts', awaits: 'main .ledger li' },
];
