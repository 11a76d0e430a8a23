import type { Page } from '@playwright/test';
import { type Example, expect } from './example.ts';

/** Home, plans, sign-up, checkout, thanks: five pages, walked by clicks. 49.00 and three bags at 9.50: 77.50 EUR. */
export async function joinWeekly(page: Page, { site }: Example): Promise<void> {
  await page.goto(`${site}/`);
  await page.getByRole('link', { name: 'See the plans' }).click();
  await page.getByRole('button', { name: 'Choose Weekly' }).click();
  await page.getByLabel('First name').fill('Test');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Bags of clay').fill('3');
  await page.getByLabel('Postal code').fill('1010');
  await page.getByLabel('City').fill('Vienna');
  await page.getByLabel('Country').fill('AT');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}

/** Leaves the site, so that the SDK hands over whatever it still holds and nothing can follow. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
}
