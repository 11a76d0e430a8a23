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

/** A text of the document; an empty one where the page has put nothing in its place, as to hide where a visitor comes from. */
function textOf(text: unknown): string {
  return cutText(`${text ?? ''}`, MAX_TEXT_LENGTH);
}

/** The page as it is now. */
export function pageContext(): PageContext {
  const { width, height } = screenSize();
  return {
    page_url: textOf(location.href),
    referrer: textOf(referrer || documentValue('referrer')),
    language: navigator.language,
    title: textOf(documentValue('title')),
    screen: `${width}x${height}`,
  };
}
