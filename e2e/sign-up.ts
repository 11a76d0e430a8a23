import { expect, type Page } from '@playwright/test';
import type { StartedDemo } from './started-demo.ts';

/** The first person of a collector. */
export const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };

/** Signs Ann up by the link that the collector printed. The page is loaded anew for her, and leads on to the demo. */
export async function signUp(page: Page, demo: Pick<StartedDemo, 'setUpLink' | 'project'>): Promise<void> {
  await page.goto(demo.setUpLink);
  await page.getByLabel('Name').fill(ANN.name);
  await page.getByLabel('E-mail').fill(ANN.email);
  await page.getByLabel('Password').fill(ANN.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(demo.project));
}
