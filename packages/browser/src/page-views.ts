import { PAGEVIEW } from '@cvq/contract/constants';
import { history } from './core/browser.ts';
import { capture } from './core/capture.ts';
import { documentValue } from './core/document-value.ts';
import { later } from './core/later.ts';
import { listen } from './core/listen.ts';
import { ownGlobal } from './core/own-global.ts';
import { enterPage, renamePage, shown } from './core/page-context.ts';
import { safely } from './core/safely.ts';
import { settings } from './core/settings.ts';

/** A document comes with its title. */
const FIRST_TITLE_DELAY_MS = 100;
/** Frameworks set the title after they have changed the address, some only once the data is there. */
const TITLE_DELAY_MS = 300;
/** How often a page gets this delay while its title is none or that of the page before: its data may come from far. */
const TITLE_DELAYS = 4;

let isSeen = false;
/** The time of a view that waits for its title. */
let pendingSince: string | undefined;
let timer: ReturnType<typeof setTimeout>;

/**
 * What of an address names a page. A query that is replaced, such as by a filter, names none, also where a route behind
 * `#` has one beside that of the address. Routers write the first of their routes, which an address need not have, as `#/`.
 */
function pageOf(address: string, wasReplaced: boolean): string {
  const [page, hash = ''] = address.replace(wasReplaced ? /\?[^#]*/g : '', '').split('#');
  return page + (settings.hash_routes ? `#${hash.replace(/^!?\//, '')}` : '');
}

function countPending(): void {
  const timestamp = pendingSince;
  pendingSince = undefined;
  if (timestamp) capture(PAGEVIEW, {}, { timestamp, context: { page_url: shown }, isAutomatic: true });
}

/** A tab that was opened in the background is viewed once it is seen. */
function whenSeen(): void {
  if (isSeen || documentValue('hidden')) return;
  isSeen = true;
  if (documentValue('title')) viewTitled();
  else view('');
}

/** Begins a view. One that has to get another title than this one waits longer. */
function view(oldTitle?: string): void {
  countPending();
  enterPage();
  pendingSince = new Date().toISOString();
  clearTimeout(timer);
  const isUntitled = oldTitle !== undefined;
  let delays = isUntitled ? TITLE_DELAYS : 1;
  const wait = () => {
    timer = later(
      () => {
        delays -= 1;
        const title = documentValue('title');
        if (delays && (!title || title === oldTitle)) wait();
        else countPending();
      },
      isUntitled ? TITLE_DELAY_MS : FIRST_TITLE_DELAY_MS,
    );
  };
  wait();
}

/** The title is there. One function, so that a page that is left twice listens once. */
function viewTitled(): void {
  view();
}

/** The address has changed. A redirect within a router's own navigation counts once, for where it led. */
function moved(wasReplaced: boolean): void {
  if (!isSeen) return;
  const isSame = pageOf(location.href, wasReplaced) === pageOf(shown, wasReplaced);
  if (isSame || (wasReplaced && pendingSince)) renamePage();
  else view(documentValue('title'));
}

function watchAddress(): void {
  // https://developer.mozilla.org/docs/Web/API/Navigation: one event for all ways to change the address.
  const navigation = Object(ownGlobal('navigation'));
  // A page may have a variable of that name.
  if ('currentEntry' in navigation) {
    listen<NavigationCurrentEntryChangeEvent>(navigation, 'currententrychange', (event) =>
      moved(event.navigationType === 'replace'),
    );
    return;
  }
  listen(window, 'popstate', () => moved(false));
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    history[method] = function (...change) {
      original.apply(this, change);
      safely(() => moved(method === 'replaceState'));
    };
  }
}

/** Counts the first view, every move within a single-page application, and returns by the back button. */
export function trackPageViews(): void {
  whenSeen();
  listen(window, 'pagehide', () => addEventListener('pageshow', viewTitled));
  // Also the last that a page hears when it is left, after `pagehide`.
  listen(document, 'visibilitychange', () => {
    countPending();
    whenSeen();
  });
  watchAddress();
}
