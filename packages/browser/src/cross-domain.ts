import { CLICKS_RECORD, OPT_OUT_RECORD } from '@cvq/contract/constants';
import { takeOverClickIds } from './attribution.ts';
import { history, navigator } from './core/browser.ts';
import { documentValue } from './core/document-value.ts';
import type { Feature } from './core/feature.ts';
import { isId } from './core/id.ts';
import { changeIdentity, identityAt } from './core/identity.ts';
import { invoke } from './core/invoke.ts';
import { json } from './core/json.ts';
import { listen } from './core/listen.ts';
import { now } from './core/now.ts';
import { safely } from './core/safely.ts';
import { use } from './core/settings.ts';
import { isTracking } from './core/start.ts';
import { mayStore, readStored } from './core/storage.ts';
import { userIdOf } from './core/user-id-of.ts';
import { isOwn, partners } from './is-own.ts';
import { linkIn } from './link-in.ts';
import { partsOf } from './parts-of.ts';
import { withoutLink } from './without-link.ts';

const PARAMETER = '_cvl';
/** A link lives for two minutes. A clock is set right now and then, so it may seem to come a minute from the future. */
const MIDDLE_AGE_S = 30;
const DISTANCE_S = 90;

function nowInSeconds(): number {
  return Math.round(now() / 1000);
}

/** A sum over the value and coarse facts of this browser: a link that somebody else opens fits nobody. */
function checksum(value: string): string {
  let sum = 0;
  for (const character of value + navigator.userAgent + navigator.language + new Date().getTimezoneOffset()) {
    sum = (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0;
  }
  return sum.toString(36);
}

function pack(): string {
  const clickIds = mayStore(CLICKS_RECORD) ? readStored(CLICKS_RECORD) : null;
  const value = `${nowInSeconds()}.${json([...identityAt(now()), clickIds])}`;
  return encodeURIComponent(`${checksum(value)}.${value}`);
}

/**
 * Takes over what a link carries, if this browser made it within the last two minutes. Who can make such a link can
 * write anything into it, so what does not look like ours is left out.
 */
function unpack(packed: string): void {
  const [, sum, value, time, payload] = packed.match(/^(\w+)\.((\d+)\.(.*))$/) as string[];
  const age = nowInSeconds() - Number(time);
  if (sum !== checksum(value as string) || Math.abs(age - MIDDLE_AGE_S) > DISTANCE_S) return;
  const [visitor, session, user, attribution] = JSON.parse(payload as string);
  if (!isId(visitor) || !isId(session)) return;
  // Who has signed in here alone, and comes back in the same session, is the same user.
  changeIdentity(([, here, known]) => [
    visitor,
    session,
    userIdOf(user) || (session === here ? known : null),
  ]);
  if (attribution) takeOverClickIds(attribution);
}

/** The address with the visitor's session in its query, for a page of another domain of yours that cvq tracks. */
export function getCrossdomainLink(url: string): string {
  const link = safely(() => {
    // Others than of http lead to no page: `mailto:`, `javascript:`.
    if (!isTracking() || !mayStore() || !/^https?:$/.test(partsOf(url).protocol)) return url;
    // Browsers leave out space around an address, and not within it.
    const [page, ...hash] = withoutLink(url.trim()).split('#') as [string, ...string[]];
    return [`${page + (page.includes('?') ? '&' : '?') + PARAMETER}=${pack()}`, ...hash].join('#');
  });
  return link || url;
}

/** Decorates the link or the form that an event goes through to a partner's page. A button may send a form elsewhere. */
function decorate(event: Event): void {
  const form = event.type === 'submit' && (event.target as HTMLFormElement);
  const submitter = (event as SubmitEvent).submitter;
  const isOfButton = form && submitter?.hasAttribute('formaction');
  const element: Element | false | null | undefined = isOfButton ? submitter : form || linkIn(event);
  if (!element) return;
  // A link in a drawing (SVG) may have its address under the older name.
  const names = isOfButton ? ['formaction'] : form ? ['action'] : ['href', 'xlink:href'];
  const attribute = names.find((name) => invoke(element, 'hasAttribute', name));
  // Another button may have sent it to a partner.
  if (form) invoke(form, 'querySelector', `[name=${PARAMETER}]`)?.remove();
  const address = attribute && invoke(element, 'getAttribute', attribute);
  if (!address) return;
  const { hostname, origin } = partsOf(address);
  // `mailto:` and the like have no host.
  if (!hostname || hostname === location.hostname || !isOwn(origin)) return;
  const link = getCrossdomainLink(address);
  // Nothing of the visitor may be kept, or it leads to no page.
  if (!link.includes(PARAMETER)) return;
  invoke(element, 'setAttribute', attribute, link);
  // With the method GET a browser replaces the query of the address by the fields of the form.
  if (!form) return;
  if (
    /post/i.test((submitter?.getAttribute('formmethod') || invoke(form, 'getAttribute', 'method')) as string)
  )
    return;
  const field = Object.assign(invoke(document, 'createElement', 'input') as HTMLInputElement, {
    type: 'hidden',
    name: PARAMETER,
    value: new URLSearchParams(partsOf(link).search).get(PARAMETER),
  });
  invoke(form, 'appendChild', field);
}

/** What the address carried and no project has looked at yet. */
let packed = '';

/** Takes the parameter out of the address bar. */
function clearAddress(): void {
  // Most pages are spared the parsing, which a slow phone feels.
  if (!location.search.includes(PARAMETER)) return;
  packed = new URLSearchParams(location.search).get(PARAMETER) as string;
  // The state is the page's own, and the views are not watched yet, so that this is no second one. No browser lets a page do
  // this whose address has a user name: then the parameter stays, and carries all the same.
  safely(() => history.replaceState(history.state, '', withoutLink(location.href)));
}

/**
 * Takes over what the address carries if a page of one's own linked here. Any page can make a link that nobody is seen to
 * come from, so a missing referrer is nobody's. Who has opted out is somebody else once they opt in.
 */
function takeOverLink(): void {
  clearAddress();
  const link = packed;
  packed = '';
  if (link && partners().length && isOwn(documentValue('referrer')) && !readStored(OPT_OUT_RECORD))
    unpack(link);
}

function start(): void {
  use('cross_domain_domains');
  safely(takeOverLink);
  if (!partners().length) return;
  for (const type of ['mousedown', 'keydown', 'click', 'auxclick', 'contextmenu', 'submit']) {
    // Early, since a page may stop the event; and late, since it may change the link.
    listen(window, type, decorate);
    listen(window, type, decorate, true);
  }
}

/** Keeps one visitor and session across `crossDomainDomains`: decorates what leads there, and honours what comes. */
export const crossDomain: Feature = /* @__PURE__ */ Object.assign(start, { whenUntracked: clearAddress });
