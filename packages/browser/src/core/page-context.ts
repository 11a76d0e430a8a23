import type { BrowserEvent } from '@cvq/contract';
import { MAX_TEXT_LENGTH } from '@cvq/contract/constants';
import { cutText } from '@cvq/contract/redact';
import { navigator } from './browser.ts';
import { documentValue } from './document-value.ts';
import { pageWide } from './page-wide.ts';
import { screenSize } from './screen-size.ts';

/** Where an event happened. */
export type PageContext = NonNullable<BrowserEvent['context']>;

/** The address of the page that is shown. */
export let shown = '';
let referrer = '';

/** Notes that a page is shown: in a single-page application, the page before it is its referrer. */
export function enterPage(): void {
  if (shown !== location.href) {
    referrer = shown;
    // What was captured before the first view belongs to it.
    if (shown) pageWide().captured = [];
  }
  renamePage();
}

/** Notes that the page shown is the same, at another address. */
export function renamePage(): void {
  shown = location.href;
}

/** The page as it is now. */
export function pageContext(): PageContext {
  const { width, height } = screenSize();
  return {
    page_url: cutText(location.href, MAX_TEXT_LENGTH),
    referrer: cutText(referrer || documentValue('referrer'), MAX_TEXT_LENGTH),
    language: navigator.language,
    title: cutText(documentValue('title'), MAX_TEXT_LENGTH),
    screen: `${width}x${height}`,
  };
}
