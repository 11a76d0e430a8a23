import { expect, type Page } from '@playwright/test';

/** What three field cups cost. */
export const ORDER_VALUE = 59.7;
/** Who buys them. */
export const BUYER = 'visitor@example.com';

/**
 * Landing, product, cart, thank-you: four pages of the demo shop, walked by clicks. `landing`: what the address of the
 * first page ends with, such as the id of a click.
 */
export async function buyThreeCups(page: Page, landing = ''): Promise<void> {
  await page.goto(`/demo/${landing}`);
  await page.getByRole('link', { name: 'Field cup' }).click();
  await page.getByLabel('Quantity').fill('3');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'View the cart' }).click();
  await expect(page.getByText('Total, with tax and delivery')).toBeVisible();
  await page.getByLabel('E-mail').fill(BUYER);
  await page.getByLabel('First name').fill('Test');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('Postal code').fill('1010');
  await page.getByLabel('City').fill('Vienna');
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}
