import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.end());
test.use({ locale: 'en-GB' });

const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };
const VERIFIER = 'v'.repeat(43);
const origin = () => `http://localhost:${demo.port}`;

/** The program of an application, which waits for the answer of the browser. */
async function waitForAnswer() {
  const answer = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    if (pathname === '/callback') answer.resolve(searchParams);
    response.end('Go on in the terminal.');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { redirect: `http://127.0.0.1:${port}/callback`, answer: answer.promise, end: () => server.close() };
}

async function posted(path: string, body: string | URLSearchParams) {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(`${origin()}${path}`, { method: 'POST', headers: type, body });
  return (await answer.json()) as Record<string, string>;
}

const statusWith = async (token: string | undefined) =>
  (await fetch(`${origin()}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

test('somebody signs in, lets an application read one project, and revokes it', async ({ page, context }) => {
  await page.goto(demo.setUpLink);
  await page.getByLabel('Name').fill(ANN.name);
  await page.getByLabel('E-mail').fill(ANN.email);
  await page.getByLabel('Password').fill(ANN.password);
  await page.getByRole('button', { name: 'Begin' }).click();
  // The page is loaded anew for the person, and leads on to the project.
  await page.waitForURL(`**/${demo.project}**`);
  await page.waitForLoadState('networkidle');
  await context.clearCookies();

  const { redirect, answer, end } = await waitForAnswer();
  const metadata = { client_name: 'Analyst <b>', redirect_uris: [redirect] };
  const { client_id: id = '' } = await posted('/oauth/register', JSON.stringify(metadata));
  const query = new URLSearchParams({
    ...{ client_id: id, redirect_uri: redirect, response_type: 'code', state: 'as it was' },
    ...{ code_challenge: createHash('sha256').update(VERIFIER).digest('base64url') },
    ...{ code_challenge_method: 'S256', scope: 'analytics:read conversions:read conversions:write' },
  });
  await page.goto(`${origin()}/oauth/authorize?${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('An application asks');
  await page.getByLabel('E-mail').fill(ANN.email);
  await page.getByLabel('Password').fill(ANN.password);
  await page.keyboard.press('Enter');

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Analyst <b> asks to see your figures.');
  await expect(heading).toContainText('anybody can use this name');
  await expect(page.getByRole('main')).toContainText(new URL(redirect).host);
  await expect(page.getByRole('checkbox', { name: /conversions:write/ })).not.toBeChecked();
  await expect(page.getByRole('main')).toContainText(`You are ${ANN.email}`);
  await page.getByRole('checkbox', { name: /conversions:read/ }).uncheck();
  await expect(page.getByRole('checkbox', { name: /projects:read/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: /analytics:read/ }).uncheck();
  await page.getByRole('checkbox', { name: /projects:read/ }).uncheck();
  await expect(page.getByRole('button', { name: 'Choose what it may do' })).toBeDisabled();
  await page.getByRole('checkbox', { name: /analytics:read/ }).check();
  await page.getByRole('checkbox', { name: 'As a superadmin' }).check();
  await page.getByRole('radio', { name: 'Only some' }).check();
  await page.getByRole('group', { name: 'Which projects?' }).getByRole('checkbox').last().check();
  await page.getByRole('button', { name: 'Let it in' }).click();

  const told = await answer;
  await page.waitForURL((url) => url.href.startsWith(redirect));
  end();
  expect([told.get('state'), told.get('iss')]).toEqual(['as it was', origin()]);
  const tokens = await posted(
    '/oauth/token',
    new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: id, code: told.get('code') ?? '' },
      ...{ code_verifier: VERIFIER, redirect_uri: redirect },
    }),
  );
  expect(tokens.scope).toBe('projects:read analytics:read');
  expect(await statusWith(tokens.access_token)).toBe(200);

  await page.goto(`${origin()}/oauth/authorize?${query}`);
  await expect(page.getByRole('radio', { name: 'Only some' })).toBeChecked();
  await page.getByRole('checkbox', { name: /analytics:read/ }).uncheck();
  await expect(page.getByRole('status')).toContainText('it loses analytics:read.');

  await page.goto(`${origin()}/${demo.project}/settings/applications`);
  const row = page.getByRole('list', { name: 'Connected applications' }).getByRole('listitem');
  await expect(row).toContainText('Analyst <b>');
  await expect(row).toContainText('analytics:read');
  await expect(row).toContainText(`says so itself, answers to ${new URL(redirect).host}`);
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('textbox').fill('Analyst <b>');
  await page.keyboard.press('Enter');
  await expect(heading).toContainText('No application is connected.');
  expect(await statusWith(tokens.access_token)).toBe(401);
});

test('an application with a long name and a long address does not widen the page, nor leads away by itself', {
  tag: '@long',
}, async ({ page }) => {
  const host = `claude.ai.${['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.')}.example`;
  const redirect = `https://${host}/callback`;
  const metadata = { client_name: 'L'.repeat(100), redirect_uris: [redirect] };
  const { client_id: id = '' } = await posted('/oauth/register', JSON.stringify(metadata));
  const asked = { client_id: id, redirect_uri: redirect, code_challenge_method: 'S256' };
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const opened = (type: string) =>
    `${origin()}/oauth/authorize?${new URLSearchParams({ ...asked, response_type: type, code_challenge: challenge })}`;
  await page.goto(opened('code'));
  await page.getByLabel('E-mail').fill(ANN.email);
  await page.getByLabel('Password').fill(ANN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(host);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.goto(opened('token'));
  await expect(page.getByRole('alert')).toContainText('response_type must be code');
  await expect(page.getByRole('link', { name: `go on to ${host}` })).toHaveAttribute('href', /error=/);
});
