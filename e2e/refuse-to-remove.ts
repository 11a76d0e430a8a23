import type { Page } from '@playwright/test';

/** Lets no removal through until it is told to: each is answered "The collector failed." */
export async function refuseToRemove(page: Page): Promise<() => Promise<void>> {
  const everything = '**/dashboard-api/**';
  const error = { code: 'internal_error', message: 'The collector failed.', request_id: 'req_1' };
  await page.route(everything, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { error } })
      : route.fallback(),
  );
  return () => page.unroute(everything);
}
