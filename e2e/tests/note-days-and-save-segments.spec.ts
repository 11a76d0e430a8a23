import type { DashboardOverview, ListAnnotationsResponse, ListSegmentsResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { headedFocus } from '../headed-focus.ts';
import { refuseToRemove } from '../refuse-to-remove.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
});
test.afterAll(() => demo.end());

const chart = (page: Page) => page.getByRole('slider');
const dialog = (page: Page) => page.getByRole('dialog');
const what = (page: Page) => dialog(page).getByRole('textbox', { name: 'What happened' });
const visitors = (page: Page) => page.getByRole('tab', { name: /^Visitors/ });

async function openOverview(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await expect(chart(page)).toBeVisible();
}

/** What the API answers, as the person who looks at the page. */
const ask = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(
    async (at) => (await fetch(at)).json(),
    `/dashboard-api/v1${path}${path.includes('?') ? '&' : '?'}project=${demo.project}`,
  );

/** The page that is open learns nothing of it. */
async function removeInAnotherTab(page: Page, path: string): Promise<void> {
  const removed = await page.evaluate(
    async (at) =>
      (
        await fetch(at, {
          method: 'DELETE',
          headers: { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' },
          body: '{}',
        })
      ).status,
    `/dashboard-api/v1/projects/${demo.project}/${path}`,
  );
  expect(removed).toBe(200);
}

/** The page once it stands: nothing is under way any more. */
async function settled(page: Page): Promise<{ url: string; visitors: string | null }> {
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible();
  return { url: page.url(), visitors: await visitors(page).textContent() };
}

test('a day is noted by keys alone: the chart shows it, and it is changed and removed', async ({ page }) => {
  await openOverview(page);
  await chart(page).focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('a');
  await expect(what(page)).toBeFocused();
  await page.keyboard.type('Autumn sale began');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(chart(page).locator('.note text', { hasText: 'Autumn sale began' })).toBeVisible();
  const noted = async () =>
    (await ask<ListAnnotationsResponse>(page, '/annotations')).data.find(({ text }) => /sale/.test(text));
  const { meta } = await ask<DashboardOverview>(page, '/overview?range=30d');
  const third = new Date(Date.parse(meta.end_date) - 3 * 86_400_000).toISOString().slice(0, 10);
  expect(await noted()).toMatchObject({ date: third });

  await page.keyboard.press('a');
  const line = dialog(page).getByRole('listitem').filter({ hasText: 'Autumn sale began' });
  await line.getByRole('button', { name: /^Change/ }).press('Enter');
  await expect(what(page)).toHaveValue('Autumn sale began');
  await what(page).fill('Winter sale began');
  await page.keyboard.press('Enter');
  await expect(chart(page).locator('.note text', { hasText: 'Winter sale began' })).toBeVisible();
  expect(await noted()).toMatchObject({ date: third, text: 'Winter sale began' });

  await page.getByRole('button', { name: 'Annotate' }).click();
  const remove = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: 'Winter sale began' })
    .getByRole('button', { name: /^Remove/ });
  const stopRefusing = await refuseToRemove(page);
  await remove.click();
  await expect(dialog(page).getByText('The collector failed.')).toBeVisible();
  await stopRefusing();
  await removeInAnotherTab(page, `annotations/${(await noted())?.id}`);
  await remove.click();
  await expect(dialog(page).getByText('Winter sale began')).toHaveCount(0);
  await expect(headedFocus(page)).toHaveText('Annotations');
  await page.keyboard.press('Escape');
  expect(await noted()).toBeUndefined();
});

test('what cannot be read is refused beside its field', { tag: '@long' }, async ({ page }) => {
  await openOverview(page);
  await page.getByRole('button', { name: 'Annotate' }).click();
  await what(page).fill('   ');
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(what(page)).toHaveAccessibleDescription(/A text has 1 to 200 characters/);
});

test('filters are saved as a segment, whose address shows the same after a reload and back', async ({
  page,
}) => {
  await openOverview(page);
  const whole = await settled(page);
  await page.getByRole('button', { name: 'mobile', exact: false }).first().click();
  await expect(page).toHaveURL(/filter=device:is:mobile/);
  const filtered = await settled(page);
  await page.getByRole('button', { name: 'Save as segment' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('People on phones');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?segment=seg_\w+$/);
  await expect(page.getByText('Segment People on phones')).toBeVisible();
  await expect(headedFocus(page)).toContainText('visited');
  const named = await settled(page);
  expect(named.visitors).toBe(filtered.visitors);
  expect(named.visitors).not.toBe(whole.visitors);
  const { data } = await ask<ListSegmentsResponse>(page, '/segments');
  const saved = data.find(({ name }) => name === 'People on phones');
  expect(saved?.filter).toEqual(['device:is:mobile']);
  const told = await ask<DashboardOverview>(page, `/overview?range=30d&segment=${saved?.id}`);
  expect(named.visitors?.replaceAll(/,/g, '')).toContain(String(told.data.totals.now.visitors));

  await page.reload();
  await expect(page.getByText('Segment People on phones')).toBeVisible();
  expect(await settled(page)).toEqual(named);
  await page.goBack();
  await expect(page).toHaveURL(filtered.url);
  expect(await settled(page)).toEqual(filtered);
});

test('segments are found where filters are, apply on the page of conversions, and are removed', {
  tag: '@long',
}, async ({ page }) => {
  await openOverview(page);
  await page.keyboard.press('/');
  await page.getByRole('option', { name: /Newsletter readers/ }).click();
  await expect(page).toHaveURL(/segment=seg_/);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Conversions' }).click();
  await expect(page).toHaveURL(/conversions\?segment=seg_/);
  const [id = ''] = /seg_\w+/.exec(page.url()) ?? [];
  await expect(page.locator('tbody [data-row]').first()).toBeVisible();
  const listed = await ask<{ meta: { total_rows: number } }>(page, `/conversions?range=30d&segment=${id}`);
  await expect(page.locator('tbody [data-row]')).toHaveCount(Math.min(50, listed.meta.total_rows));

  await page.getByRole('button', { name: 'Segment Newsletter readers', exact: true }).click();
  const stopRefusing = await refuseToRemove(page);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialog(page).getByText('The collector failed.')).toBeVisible();
  await stopRefusing();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page).not.toHaveURL(/segment=/);
  expect((await ask<ListSegmentsResponse>(page, '/segments')).data.map(({ id: left }) => left)).not.toContain(
    id,
  );
});

test('a segment is renamed where it stands, and saved as another beside it', async ({ page }) => {
  await openOverview(page);
  await page.keyboard.press('/');
  await page
    .getByRole('option', { name: /^Segment/ })
    .first()
    .click();
  await expect(page).toHaveURL(/segment=seg_/);
  const address = page.url();
  const named = async () => (await ask<ListSegmentsResponse>(page, '/segments')).data;
  const before = await named();
  const name = dialog(page).getByRole('textbox', { name: 'Name' });
  const change = page.getByTitle('Change this segment');
  await change.click();
  await name.fill('Renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Segment Renamed')).toBeVisible();
  expect(page.url()).toBe(address);
  const renamed = await named();
  expect(renamed.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());

  await change.click();
  await dialog(page).getByRole('button', { name: 'Save as another' }).click();
  await expect(name, 'it has the same name').toHaveAttribute('aria-invalid', 'true');
  await name.fill('Beside it');
  const read = Promise.withResolvers<void>();
  const list = /\/v1\/segments\?project=/;
  let reads = 0;
  await page.route(list, async (route) => {
    reads += 1;
    // Before it is saved the list is read as well.
    if (reads === 2) await read.promise;
    await route.continue();
  });
  const another = dialog(page).getByRole('button', { name: 'Save as another' });
  await another.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => reads).toBe(2);
  await expect(page.getByText('that is not there any more')).toHaveCount(0);
  expect(page.url(), 'nothing knows its name yet').toBe(address);
  read.resolve();
  await expect(page.getByText('Segment Beside it')).toBeVisible();
  await expect(change, 'by which it was opened').toBeFocused();
  const [beside] = (await named()).filter(({ id }) => renamed.every((one) => one.id !== id));
  expect(beside?.name).toBe('Beside it');
  expect(await named()).toEqual(expect.arrayContaining(renamed));
});
