import type { Page } from '@playwright/test';
import type { CollectorProgram } from '../sdk/collector-program.ts';
import type { StoredEvent } from '../stored-event.ts';
import { type FrameworkName, frameworks } from './framework.ts';
import { expect, test } from './test.ts';

/** Longer than the SDK waits for a title, or gathers events. */
const SETTLE_MS = 1_000;

/** What the walk is: each view by its address, its title and the page before. */
function viewsIn(framework: FrameworkName): string[] {
  const forwards = frameworks.some(({ name, redirectsByPage }) => name === framework && redirectsByPage);
  return [
    '/ | Lowfield | -',
    '/products | Products · Lowfield | /',
    '/products/boots | Boots · Lowfield | /products?sort=price',
    '/thanks | Thank you · Lowfield | /products/boots',
    '/products/boots | Boots · Lowfield | /thanks',
    '/thanks | Thank you · Lowfield | /products/boots',
    `/products | Products · Lowfield | ${forwards ? '/old' : '/thanks'}`,
    // A reloaded page tells what led to it first.
    `/products | Products · Lowfield | ${forwards ? '/old' : '-'}`,
  ];
}

test('each route that a visitor sees is one view, and a click and a purchase count once', async ({
  page,
  app,
  collector,
  framework,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (['error', 'warning'].includes(message.type()) && !isIcon) complaints.push(message.text());
  });

  const views = async () => (await stored(collector)).filter(isView).map((event) => told(event, app.address));

  await walk(page, async () => {
    await expect.poll(views).toHaveLength(2);
  });

  await expect.poll(views).toEqual(viewsIn(framework));
  const events = await stored(collector);
  const others = events.filter((event) => !isView(event));
  // The last two may be of the same millisecond.
  expect(others.map(({ event_type }) => event_type).sort()).toEqual(['add_to_cart', 'identify', 'purchase']);
  const [added, purchase] = ['add_to_cart', 'purchase'].map((type) =>
    others.find(({ event_type }) => event_type === type),
  );
  expect(added?.properties).toMatchObject({ value: 59.7, currency: 'EUR' });
  expect(purchase).toMatchObject({
    user_id: 'customer-7',
    conversion: { order_id: '1042', value: 59.7, currency: 'EUR' },
    context: { page_url: `${app.address}/products/boots` },
  });
  expect(events.at(-1)?.user_id, 'known after a reload').toBe('customer-7');
  expect(new Set(events.map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`)).size).toBe(1);
  expect(complaints).toEqual([]);
});

/** Through the whole application: by links, buttons, the buttons of the browser, a redirect and a reload. */
async function walk(page: Page, untilProductsAreViewed: () => Promise<void>): Promise<void> {
  // Handlers work once the page is hydrated.
  await page.goto('/', { waitUntil: 'networkidle' });
  await arrive(page, 'Lowfield');
  await page.getByRole('link', { name: 'Products' }).click();
  await arrive(page, 'Products');
  // A replacement before the page is counted is a redirect, and names the view.
  await untilProductsAreViewed();
  await page.getByRole('button', { name: 'Sort by price' }).click();
  await expect(page).toHaveURL(/\?sort=price$/);
  await page.getByRole('link', { name: 'Boots' }).click();
  await arrive(page, 'Boots');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await arrive(page, 'Thank you');
  await page.goBack();
  await arrive(page, 'Boots');
  await page.goForward();
  await arrive(page, 'Thank you');
  await page.getByRole('link', { name: 'Old address' }).click();
  await arrive(page, 'Products');
  await page.reload({ waitUntil: 'networkidle' });
  await arrive(page, 'Products');
  // Time for what must not come: a second view of a hydrated page.
  await page.waitForTimeout(SETTLE_MS);
  // What the SDK still holds is handed over now.
  await page.goto('about:blank');
}

async function arrive(page: Page, heading: string): Promise<void> {
  // Some frameworks show a page before its title, and a visitor who is quicker is counted without.
  await expect(page).toHaveTitle(heading === 'Lowfield' ? heading : `${heading} · Lowfield`);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
}

/** Every stored event in the order in which it happened. */
async function stored(collector: CollectorProgram): Promise<StoredEvent[]> {
  const events = await collector.stored();
  return events.sort((one, other) => one.timestamp.localeCompare(other.timestamp));
}

function isView({ event_type }: StoredEvent): boolean {
  return event_type === 'pageview';
}

function told({ context }: StoredEvent, site: string): string {
  const [address, referrer] = [context.page_url, context.referrer].map((url) =>
    `${url ?? '-'}`.replace(site, ''),
  );
  return [address, context.title, referrer || '-'].join(' | ');
}
