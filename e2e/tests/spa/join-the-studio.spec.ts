import { type Example, expect, test } from '../../spa/example.ts';
import { joinWeekly, leave } from '../../spa/walk.ts';
import type { StoredEvent } from '../../stored-event.ts';

const WALK = ['/', '/plans', '/sign-up', '/checkout', '/thanks'];
const TITLES = ['', 'Plans · ', 'Sign up · ', 'Checkout · ', 'Thank you · '].map(
  (name) => `${name}Lowfield Studio`,
);

test('a walk from home to an order is a view of each page of one visit, with a sign-up and a purchase of 77.50 EUR', async ({
  page,
  example,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await joinWeekly(page, example);
  expect(errors, 'the console, which the example tells people to watch, shows nothing in red').toEqual([]);
  await leave(page);

  await expect
    .poll(() => told(example))
    .toEqual({ views: WALK, others: ['identify', 'plan_selected', 'purchase', 'signup'] });
  const events = await example.events();
  const views = events.filter(isView);
  const addresses = views.map(({ context }) => context.page_url);
  expect(views.map(({ context }) => context.title)).toEqual(TITLES);
  expect(views.slice(1).map(({ context }) => context.referrer)).toEqual(addresses.slice(0, -1));

  await expect
    .poll(() => example.counted(), { message: 'the whole walk is counted' })
    .toMatchObject({
      pageviews: 5,
      sessions: 1,
      visitors: 1,
      conversions: 2,
      converted_sessions: 1,
      revenue: 77.5,
    });
  const [signup] = events.filter(({ event_type }) => event_type === 'signup');
  expect(signup?.user_id).toMatch(/^member-/);
  expect(signup?.properties).toEqual({ plan: 'weekly', user_id: signup?.user_id });
  expect(events.filter(({ event_type }) => event_type === 'purchase')).toMatchObject([
    {
      user_id: signup?.user_id,
      session_id: signup?.session_id,
      conversion: { order_id: expect.stringMatching(/^S-/), value: 77.5, currency: 'EUR' },
      properties: {
        items: [
          { sku: 'weekly-monthly', name: 'Weekly', price: 49, quantity: 1 },
          { sku: 'clay', name: 'Bag of clay', price: 9.5, quantity: 3 },
        ],
      },
    },
  ]);
});

test('choices on a page are events of that page: a typed one, and one told by the attributes of a button', {
  tag: '@long',
}, async ({ page, example }) => {
  await page.goto(`${example.site}/plans`);
  // The choice is kept in the address, so the control shows it a moment after the click.
  await page.getByLabel('yearly').click();
  await expect(page).toHaveURL(/billing=yearly/);
  await expect(page.getByLabel('yearly')).toBeChecked();
  await page.getByRole('button', { name: 'Choose Open studio' }).click();
  await expect(page.getByRole('heading', { name: 'Who is coming?' })).toBeVisible();
  await leave(page);

  await expect
    .poll(() => told(example))
    .toEqual({ views: ['/plans', '/sign-up'], others: ['billing_changed', 'plan_selected'] });
  expect((await example.events()).filter((event) => !isView(event))).toMatchObject([
    { properties: { billing: 'yearly' }, context: { page_url: `${example.site}/plans` } },
    {
      properties: { plan: 'open', value: 890, currency: 'EUR' },
      context: { page_url: `${example.site}/plans?billing=yearly` },
      conversion: null,
    },
  ]);
});

test('a page that the back button shows again is viewed again, and a reload orders nothing', async ({
  page,
  example,
}) => {
  await joinWeekly(page, example);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await leave(page);

  await expect
    .poll(() => told(example))
    .toEqual({
      views: [...WALK, '/thanks', '/checkout', '/thanks'],
      others: ['identify', 'plan_selected', 'purchase', 'signup'],
    });
  expect(await example.counted()).toMatchObject({ sessions: 1, conversions: 2, revenue: 77.5 });
});

test('a page that leads elsewhere at once is one view, of where it led', async ({ page, example }) => {
  await page.goto(`${example.site}/checkout?plan=open`);
  await expect(page.getByText('An account for the plan Open studio')).toBeVisible();
  await leave(page);

  await expect.poll(() => told(example)).toEqual({ views: ['/sign-up'], others: [] });
});

test('from its sources, StrictMode doubles nothing, and Ctrl-C ends the collector and the site', {
  tag: '@long',
}, async ({ page, sources }) => {
  // It renders twice and repeats effects.
  await joinWeekly(page, sources);
  await page.getByRole('link', { name: 'Back to the studio' }).click();
  await expect(page.getByRole('heading', { name: 'A wheel, a shelf and time' })).toBeVisible();
  await page.getByText('Can I stop?').click();
  await expect(page.getByText('At the end of any month')).toBeVisible();
  // The page hears of an opened question in a task of its own, which nobody is quick enough to leave before.
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => setTimeout(heard))));
  await leave(page);

  await expect
    .poll(() => told(sources))
    .toEqual({
      views: [...WALK, '/'],
      others: ['identify', 'plan_selected', 'purchase', 'question_opened', 'signup'],
    });

  expect(await sources.interrupt()).toBe(0);
  for (const address of [sources.site, sources.collector]) await expect(fetch(address)).rejects.toThrow();
});

/** The paths that were viewed, as they followed each other, and by its name whatever else was tracked. */
async function told(example: Example) {
  const events = await example.events();
  return {
    views: events.filter(isView).map(({ context }) => new URL(context.page_url).pathname),
    others: events
      .filter((event) => !isView(event))
      .map(({ event_type }) => event_type)
      .sort(),
  };
}

function isView({ event_type }: StoredEvent): boolean {
  return event_type === 'pageview';
}
