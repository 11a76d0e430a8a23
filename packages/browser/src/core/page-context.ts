import type { BrowserEvent } from '@cvq/contract';

/** Where an event happened. */
export type PageContext = NonNullable<BrowserEvent['context']>;

/** The address of the page that is shown. */
export let shown = '';
let referrer = '';

/** Notes that a page is shown: in a single-page application, the page before it is its referrer. */
export function enterPage(): void {
  if (shown !== location.href) referrer = shown;
  renamePage();
}

/** Notes that the page shown is the same, at another address. */
export function renamePage(): void {
  shown = location.href;
}

/** The page as it is now. */
export function pageContext(): PageContext {
  return {
    page_url: location.href,
    referrer: referrer || document.referrer,
    language: navigator.language,
    title: document.title,
    screen: `${screen.width}x${screen.height}`,
  };
}
