import type { Locator, Page } from '@playwright/test';

/** The heading that has the focus, where what had it was taken off the page. */
export const headedFocus = (page: Page): Locator => page.locator(':is(h1, h2, h3):focus');
