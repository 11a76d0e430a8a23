import type { BrowserContext } from 'playwright-core';

/** Signs a person in by the form at `origin`, for every page of the context. */
export async function signIn(
  context: BrowserContext,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main tbody tr').first().waitFor();
  await page.close();
}
