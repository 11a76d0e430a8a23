import { expect, type Page, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(14);
});

const QUESTION = '**/dashboard-api/v1/overview?**';

async function openOverview(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
}

test('a page that cannot be drawn says so, and the other pages are there', { tag: '@long' }, async ({
  page,
}) => {
  const answer = {
    data: { live: { visitors: 1 } },
    meta: { first_event_at: 'now', currency: 'EUR', timezone: 'UTC' },
  };
  await page.route(QUESTION, (route) => route.fulfill({ json: answer }));
  await openOverview(page);
  await expect(page.getByRole('alert')).toContainText('failed to draw this page');
  await page.getByRole('link', { name: 'Conversions' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('conversion');
  await page.unroute(QUESTION);
  await page.goto(`http://localhost:${demo.port}/${demo.project}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
});

test('a question that fails names the request that the log knows, and is asked again when told', async ({
  page,
}) => {
  const error = { code: 'internal_error', message: 'The collector failed.', request_id: 'req_1' };
  await page.route(QUESTION, (route) =>
    route.fulfill({ status: 502, json: { error }, headers: { 'X-Request-Id': 'req_1' } }),
  );
  await openOverview(page);
  await expect(page.getByRole('alert')).toContainText('The collector failed.');
  await expect(page.getByRole('alert')).toContainText('req_1');
  await page.unroute(QUESTION);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
});

test('an answer that something in between gave, or that breaks off, is none: the page says so, and asks again when told', async ({
  page,
}) => {
  for (const body of ['<title>Sign in to the network</title>', '{"data":{"live":{"vis']) {
    await page.route(QUESTION, (route) => route.fulfill({ status: 200, body }));
    await openOverview(page);
    await expect(page.getByRole('alert')).toContainText('The collector does not answer.');
    await page.unroute(QUESTION);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
  }
});

test('Tracking says why it cannot tell whether events arrive, and tells it once it can', async ({ page }) => {
  await openOverview(page);
  const question = `**/dashboard-api/v1/projects/${demo.project}`;
  const error = { code: 'internal_error', message: 'The collector failed.', request_id: 'req_1' };
  await page.route(question, (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto(`http://localhost:${demo.port}/${demo.project}/settings/tracking`);
  await expect(page.getByRole('alert')).toContainText('The collector failed.');
  await page.unroute(question);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tracking works');
  await expect(page.getByText('The collector failed.')).toHaveCount(0);
});

test('an address that is refused has a heading in plain words, and a button that leads out', async ({
  page,
}) => {
  await openOverview(page);
  const open = (rest: string) => page.goto(`http://localhost:${demo.port}/${demo.project}${rest}`);
  const heading = page.getByRole('heading', { level: 1 });
  const thirty = Array.from({ length: 30 }, (_, index) => `filter=page:is:/${index}`);
  for (const [rest, name, left] of [
    ['?filter=nope:is:x', 'Remove this filter', ''],
    ['?segment=seg_gone', 'Leave the segment', ''],
    ['?range=24h&granularity=week', 'Divide it as usual', '?range=24h'],
    ['/bots?bot.category=x', 'Show all bots', '/bots'],
    ['/events?segment=seg_gone', 'Leave the segment', '/events'],
    ['/conversions?segment=seg_gone', 'Leave the segment', '/conversions'],
    [`?${thirty.join('&')}`, 'Keep the first 20', `?${thirty.slice(0, 20).join('&')}`],
    ['/conversions?state=nope', 'Show the whole list', '/conversions'],
    ['/conversions?type=purchase&after=x', 'Show the newest', '/conversions?type=purchase'],
    ['/events?after=x', 'Show the newest', '/events'],
    [`/events?type=${'x'.repeat(300)}`, 'Show the whole list', '/events'],
    ['/webhooks?endpoint=nope', 'Show the whole list', '/webhooks'],
    ['/webhooks?after=x', 'Show the newest', '/webhooks'],
  ] as const) {
    await open(rest);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(heading, rest).toHaveCount(1);
    await expect(heading).not.toContainText(/details|GET|granularity=/);
    await page.getByRole('main').getByRole('button', { name }).click();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    expect(page.url()).toBe(`http://localhost:${demo.port}/${demo.project}${left}`);
    await expect(heading).toBeVisible();
  }
});

test('what something in between answers is tried again when told, whatever its status', async ({ page }) => {
  await page.route(QUESTION, (route) => route.fulfill({ status: 404, json: { message: 'No route' } }), {
    times: 1,
  });
  await openOverview(page);
  await expect(page.getByRole('alert')).toContainText('The collector answered 404.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
});

test('what there is not, or not any more, is a page that was not found', async ({ page }) => {
  await openOverview(page);
  const malformed = ['/list/%', '/list/%E0%A4%A', '/conversions/%E0%A4%A', '/conversions/a%2Fb'];
  for (const rest of ['/conversions/conv_x', '/list/nope', '/list/property:', ...malformed]) {
    await page.goto(`http://localhost:${demo.port}/${demo.project}${rest}`);
    await expect(page.getByRole('heading', { level: 1 }), rest).toContainText(
      'There is nothing at this address.',
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('who cannot be signed out is told so, and stays on the page', async ({ page }) => {
  await openOverview(page);
  await page.goto(`http://localhost:${demo.port}/settings`);
  const error = { code: 'internal_error', message: 'The collector failed.', request_id: 'req_1' };
  const signOut = '**/dashboard-api/v1/sign-out';
  await page.route(signOut, (route) => route.fulfill({ status: 500, json: { error } }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('The collector failed.')).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/settings/);
  await page.unroute(signOut);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
});

/** Has the Overview open, and then the funnel, whose files do not arrive. */
async function openFunnelOffline(page: Page): Promise<void> {
  await page.clock.install();
  await openOverview(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
  // What fails as soon as it is loaded is broken, and not out of reach.
  await page.clock.fastForward(11_000);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Funnel' }).first().click();
  await expect(page.getByText('Not reachable since')).toBeVisible();
}

test('a page whose files do not arrive comes by itself once the collector answers again', async ({
  page,
}) => {
  await openFunnelOffline(page);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/funnel/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in the last 30 days');
});

test('a page whose files do not arrive waits on when something arrives that was asked before', async ({
  page,
}) => {
  const isLate = Promise.withResolvers<void>();
  await page.route('**/dashboard-api/v1/notices', async (route) => {
    const response = await route.fetch();
    await isLate.promise;
    await route.fulfill({ response });
  });
  await openFunnelOffline(page);
  const arrived = page.waitForResponse('**/dashboard-api/v1/notices');
  isLate.resolve();
  await arrived;
  await expect(page.getByText('Not reachable since')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('in the last 30 days');
});
