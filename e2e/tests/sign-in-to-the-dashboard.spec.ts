import { expect, type Page, type Request, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.end());

const origin = () => `http://localhost:${demo.port}`;
const shop = () => `http://127.0.0.1:${demo.port}/demo/`;

/** The answer to `GET /dashboard-api/v1/me`, asked by a page. */
const me = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/dashboard-api/v1/me');
    return { status: response.status, body: (await response.json()) as { data?: { email?: string } } };
  });

const sessionCookie = async (page: Page) =>
  (await page.context().cookies(origin())).find(({ name }) => name === 'cvq');

test('the link of npm start opens the demo signed in, and the shop can neither send nor overwrite the session', async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`${origin()}/${demo.project}**`);
  expect(page.url(), 'the token has left the address').not.toContain('#');
  expect(await me(page)).toMatchObject({ status: 200, body: { data: { is_demo: true } } });
  const session = await sessionCookie(page);
  expect(session).toMatchObject({ domain: 'localhost', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate('document.cookie'), 'no script reads it').not.toContain('cvq=');

  const asked: Request[] = [];
  // What the dashboard still asks for on its own page may carry its cookie.
  const isOfShop = (url: string) => url.startsWith(new URL(shop()).origin);
  page.on('request', (request) => {
    if (isOfShop(request.url()) || isOfShop(page.url())) asked.push(request);
  });
  await page.goto(shop());
  const refused = await page.evaluate(async (dashboard) => {
    for (const where of ['', '; domain=localhost', '; domain=127.0.0.1']) {
      // biome-ignore lint/suspicious/noDocumentCookie: what a script of the shop could try.
      document.cookie = `cvq=planted; path=/${where}`;
    }
    const api = `${dashboard}/dashboard-api/v1`;
    const blind = { mode: 'no-cors', credentials: 'include' } as const;
    await fetch(`${api}/sign-out`, { ...blind, method: 'POST', body: '{}' }).catch(() => null);
    await fetch(`${api}/me`, blind).catch(() => null);
    const read = await fetch(`${api}/me`, { credentials: 'include' }).catch(() => null);
    return read === null;
  }, origin());
  expect(refused, 'no answer is readable there').toBe(true);
  const sent = await Promise.all(asked.map((request) => request.allHeaders()));
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter(({ cookie }) => cookie?.includes(session?.value ?? 'none'))).toEqual([]);
  expect(await sessionCookie(page)).toEqual(session);
  await page.goto(origin());
  expect(await me(page)).toMatchObject({ status: 200, body: { data: { is_demo: true } } });

  await page.goto(shop().replace('127.0.0.1', 'localhost'));
  expect(page.url(), 'no page of the shop is under the host of the dashboard').toBe(shop());
});

test('the set-up link makes the first person, who signs out and in again where they were', async ({
  page,
}) => {
  await page.goto(demo.setUpLink);
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin()}/${demo.project}**`);
  expect(await me(page)).toMatchObject({ body: { data: { email: 'ann@example.com' } } });

  await page.evaluate(() =>
    fetch('/dashboard-api/v1/sign-out', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' },
      body: '{}',
    }),
  );
  await page.goto(`${origin()}/${demo.project}`);
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('Password').fill('wrong wrong wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(`/${demo.project}`);
  expect(await me(page)).toMatchObject({ status: 200 });

  await page.goto(demo.setUpLink);
  await page.getByLabel('Name').fill('Bea');
  await page.getByLabel('E-mail').fill('bea@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('alert')).toContainText('This link was used or has expired.');
});
