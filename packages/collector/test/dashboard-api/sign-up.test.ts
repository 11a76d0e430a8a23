import { describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { storeDemoAccount } from '../../src/accounts/demo-account.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { storeDemoProject } from '../../src/demo/demo-project.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { codeOf, linkToken, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const ME = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };

const KEY = { kind: 'secret', name: 'Key', scopes: [], projects: 'all' } as const;

/** A collector with a demo, and a browser in it as its owner. */
async function openDemo(): Promise<{ collector: TestCollector; browser: TestBrowser }> {
  const collector = await startTestCollector({ opensDemo: true });
  await storeDemoProject(collector.control, collector.project);
  const browser = openBrowser(collector);
  await browser.post('/open-demo', { token: await linkToken(collector, 'demo') });
  return { collector, browser };
}

describe('signing up from the demo', () => {
  it('makes the first person, who has the password fresh and a project of their own in two requests', async () => {
    const { browser } = await openDemo();
    expect((await browser.post('/sign-up', ME)).body).toMatchObject({
      data: { email: ME.email, is_superadmin: true, is_demo: false },
    });
    const made = await browser.post('/projects', { domain: 'www.example.com' });
    const { id } = (made.body as { data: { id: string } }).data;
    const { body } = await browser.get('/me');
    expect(body).toMatchObject({ data: { session: { stepped_up_until: expect.any(String) } } });
    expect((body as { data: { projects: { id: string }[] } }).data.projects.map((of) => of.id)).toContain(id);
  });

  it('makes the first project in an account of its own, whose keys and log begin with what is its own', async () => {
    const { collector, browser } = await openDemo();
    const { control, project, clock } = collector;
    const operator = asOperator(control, () => clock.now);
    const demo = (await control.findProject(project))?.accountId as string;
    await storeDemoAccount(control, demo);
    expect((await createKey(operator, { ...KEY, name: 'Of the demo' })).key.accountId).toBe(demo);
    await browser.post('/sign-up', ME);
    const made = await browser.post('/projects', { domain: 'www.example.com' });
    const { account } = (made.body as { data: { account: { id: string } } }).data;
    expect(account.id).not.toBe(demo);
    expect((await browser.get(`/accounts/${account.id}/keys`)).body).toMatchObject({ data: [] });
    expect((await browser.get(`/audit-log?account=${account.id}`)).body).toMatchObject({
      data: [{ action: 'create_project' }, { action: 'create_account' }],
    });
    expect((await createKey(operator, KEY)).key.accountId).toBe(account.id);
  });

  it('lets one of two at the same moment in, and ends the demo for the other', async () => {
    const { collector, browser } = await openDemo();
    const other = openBrowser(collector);
    await other.post('/open-demo', { token: await linkToken(collector, 'demo') });
    const answers = await Promise.all([
      browser.post('/sign-up', ME),
      other.post('/sign-up', { ...ME, email: 'bob@example.com' }),
    ]);
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code !== 200)).toEqual([
      expect.stringMatching(/conflict|link_gone|unauth/),
    ]);
    expect(await collector.control.listUsers()).toHaveLength(1);
  });

  it('leaves the printed link as it was where the password is refused, and ends it with the first person', async () => {
    const { collector, browser } = await openDemo();
    const token = await linkToken(collector, 'set_up');
    expect(codeOf(await browser.post('/sign-up', { ...ME, password: 'short' }))).toBe('invalid_request');
    const printed = await openBrowser(collector).post('/set-up', { ...ME, token, password: 'short' });
    expect(codeOf(printed)).toBe('invalid_request');
    expect(codeOf(await browser.post('/sign-up', ME))).toBe(200);
    expect(codeOf(await openBrowser(collector).post('/set-up', { ...ME, token }))).toBe('link_gone');
  });

  it('is for nobody without the session of the demo', async () => {
    const { collector } = await openDemo();
    expect(codeOf(await openBrowser(collector).post('/sign-up', ME))).toBe('unauthenticated');
    expect(await collector.control.listUsers()).toEqual([]);
  });
});
