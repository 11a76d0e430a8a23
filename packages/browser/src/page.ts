import { capture } from './core/capture.ts';
import { enterPage } from './core/page-context.ts';
import { safely } from './core/safely.ts';
import type { Properties } from './properties.ts';

/** Tracks a page view with the page's address, referrer and title. */
export function page(properties?: Properties): void {
  safely(enterPage);
  capture('pageview', properties);
}
