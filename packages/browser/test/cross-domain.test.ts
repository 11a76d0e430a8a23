// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector, config, soon } from './fresh-visit.ts';
import { closePage, forgetVisitor, openPage } from './open-page.ts';

beforeEach(() => {
  document.body.innerHTML = '';
});

async function visit(
  path = '/',
  referrer = '',
  autoTrack = false,
  crossDomainDomains: string[] | 'none' = ['partner.test'],
) {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const sdk = await openPage(path);
  sdk.init({
    apiKey: 'proj_test',
    endpoint: 'https://collector.test',
    autoTrack,
    ...(crossDomainDomains === 'none' ? {} : { crossDomainDomains }),
    features: [sdk.cookies, sdk.crossDomain, sdk.attribution],
  });
  sdk.track('seen');
  await vi.advanceTimersByTimeAsync(300);
  const { visitor_id, session_id, click_ids, user_id } = collector.requests.at(-1)?.batch ?? {};
  return { ...sdk, who: { visitor_id, session_id, user_id }, click_ids };
}

const partner = 'https://www.partner.test/offer';
const REFERRER = 'https://partner.test/';

/** A link as any page in this browser can make one: the sum is no secret. */
function forge(luggage: unknown): string {
  const value = `${Math.round(Date.now() / 1000)}.${JSON.stringify(luggage)}`;
  let sum = 0;
  for (const character of value + navigator.userAgent + navigator.language + new Date().getTimezoneOffset()) {
    sum = (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0;
  }
  return `/?_cvl=${encodeURIComponent(`${sum.toString(36)}.${value}`)}`;
}

/** The path of an address, as if the partner's page were this one. */
const pathOf = (link: string) => link.replace('https://www.partner.test', '');

describe('a link to another domain', () => {
  it('carries visitor, session, user and click ids, and keeps its own query and hash', async () => {
    const home = await visit('/?gclid=g1');
    home.identify('u_1');
    await vi.advanceTimersByTimeAsync(300);
    const link = home.getCrossdomainLink(`${partner}?a=1&b=%20x+y#part`);
    expect(link).toMatch(/^https:\/\/www\.partner\.test\/offer\?a=1&b=%20x\+y&_cvl=[^#&]+#part$/);
    expect(home.getCrossdomainLink(partner)).toMatch(/offer\?_cvl=[^#&]+$/);
    closePage();
    forgetVisitor();
    const away = await visit(pathOf(link), 'https://partner.test/');
    expect(away.who).toEqual({ ...home.who, user_id: 'u_1' });
    expect(away.getClickIds().gclid).toBe('g1');
  });

  it('is stripped on arrival without a second page view, and without loss of query, hash and state', async () => {
    const home = await visit();
    const link = home.getCrossdomainLink(`${partner}?a=1&b=%20x+y#part`);
    closePage();
    forgetVisitor();
    const replaced = vi.spyOn(history, 'replaceState');
    await visit(pathOf(link), '', true);
    expect(location.search + location.hash).toBe('?a=1&b=%20x+y#part');
    expect(replaced).toHaveBeenCalled();
    expect(collector.named('pageview').map((event) => event.context?.page_url)).toEqual([
      'http://localhost:3000/offer?a=1&b=%20x+y#part',
    ]);
  });

  it.each([
    ['first', '?_cvl=x&a=1', '?a=1'],
    ['last', '?a=1&_cvl=x', '?a=1'],
    ['alone', '?_cvl=x', ''],
    ['in the middle', '?a=1&_cvl=x&b=2', '?a=1&b=2'],
    ['twice, since a redirect repeats it', '?_cvl=x&_cvl=y&b=2', '?b=2'],
    ['twice and last', '?a=1&_cvl=x&_cvl=y', '?a=1'],
  ])(
    'is stripped where the parameter stands %s, even when it is worth nothing',
    async (_where, before, after) => {
      await visit(`/p${before}#h`);
      expect(location.pathname + location.search + location.hash).toBe(`/p${after}#h`);
    },
  );

  it.each([
    [' https://www.partner.test/land ', /^https:\/\/www\.partner\.test\/land\?_cvl=[^#&\s]+$/],
    ['\n  https://www.partner.test/land?a=1#part\n', /^https:\S+\/land\?a=1&_cvl=[^#&\s]+#part$/],
  ])('leads where it led without the parameter, with space around it: %j', async (url, expected) => {
    const { getCrossdomainLink } = await visit();
    expect(getCrossdomainLink(url)).toMatch(expected);
  });

  it.each([
    'mailto:ada@partner.test',
    'mailto:?subject=Hi',
    'tel:+491701234567',
    'sms:+491701234567',
    'javascript:void(0)',
    ' JavaScript:void(0)',
    'java\nscript:void(0)',
    'data:text/html,x',
    'blob:https://www.partner.test/1',
    'intent://www.partner.test/#Intent;end',
    'http://',
    'httpx://www.partner.test/',
  ])('stays as it is where it leads to no page: %j', async (url) => {
    const { getCrossdomainLink } = await visit();
    expect(getCrossdomainLink(url)).toBe(url);
  });

  it.each([
    '/pay',
    'pay?a=1',
    '?a=1',
    '//www.partner.test/pay',
    'HTTPS://www.partner.test/pay',
    'http://www.partner.test',
  ])('carries the visitor where it leads to a page: %j', async (url) => {
    const { getCrossdomainLink } = await visit();
    expect(getCrossdomainLink(url)).toContain(`${url}${url.includes('?') ? '&' : '?'}_cvl=`);
  });

  it('is decorated again and not twice', async () => {
    const { getCrossdomainLink } = await visit();
    const once = getCrossdomainLink(partner);
    expect(getCrossdomainLink(once).match(/_cvl=/g)).toHaveLength(1);
  });

  it('is honoured for two minutes', async () => {
    const home = await visit();
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    const own = localStorage.getItem('cvq');
    await vi.advanceTimersByTimeAsync(118_000);
    forgetVisitor();
    expect((await visit(link, REFERRER)).who.visitor_id).toBe(home.who.visitor_id);
    closePage();
    await vi.advanceTimersByTimeAsync(5_000);
    forgetVisitor();
    expect((await visit(link, REFERRER)).who.visitor_id).not.toBe(home.who.visitor_id);
    expect(own).toBeTruthy();
  });

  it('is not honoured when it was changed, is foreign, malformed, or another browser made it', async () => {
    const home = await visit();
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    const bad = [
      link.replace(/.$/, ''),
      link.replace(home.who.visitor_id ?? '', '1_1'),
      '/?_cvl=',
      '/?_cvl=1.2.3',
      '/?_cvl=%E0%A4%A',
    ];
    for (const path of bad) {
      expect((await visit(path, REFERRER)).who.visitor_id, path).not.toBe(home.who.visitor_id);
      closePage();
      forgetVisitor();
    }
    expect((await visit(link, 'https://elsewhere.test/')).who.visitor_id).not.toBe(home.who.visitor_id);
    closePage();
    forgetVisitor();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('another');
    expect((await visit(link, REFERRER)).who.visitor_id).not.toBe(home.who.visitor_id);
  });

  it.each([
    ['nobody, as a page can have it that hides where it links from', '', ['partner.test']],
    ['the site itself, where no domains share their visitors', 'http://localhost:3000/', []],
    ['a partner that the configuration does not name', REFERRER, 'none' as const],
    ['a host that only looks alike', 'https://evil-partner.test/', ['partner.test']],
    ['a host whose name ends in a dot', 'https://evil.test./', []],
  ])('is not honoured when it seems to come from %s', async (_who, referrer, domains) => {
    const home = await visit('/?gclid=theirs');
    home.identify('attacker');
    await vi.advanceTimersByTimeAsync(300);
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    const there = await visit(link, referrer, false, domains);
    expect(there.who.visitor_id).not.toBe(home.who.visitor_id);
    expect(there.who.user_id).toBeNull();
    expect(there.getClickIds().gclid).toBeNull();
    expect(location.search).toBe('');
  });

  it.each([
    ['a visitor of 402 characters', [`${'1'.repeat(200)}_${'2'.repeat(201)}`, '1_1', null]],
    ['an object as a visitor', [{ a: 1 }, '1_1', null]],
    ['a session that is no id', ['1_1', 'x', null]],
  ])('changes nobody when it carries %s', async (_what, luggage) => {
    const own = await visit();
    closePage();
    const there = await visit(forge(luggage), REFERRER);
    expect(there.who).toEqual(own.who);
  });

  it('leaves out what cannot be a user id or a click id, and replaces no click id by it', async () => {
    await visit('/?gclid=own');
    closePage();
    const ids = {
      gclid: { value: { a: 1 }, at: '2026-11-21T10:00:00.000Z' },
      gbraid: { value: 'x'.repeat(2000), at: '2026-11-21T10:00:00.000Z' },
      msclkid: { value: 'yes', at: '2026-11-21T10:00:00.000Z' },
      fbclid: { value: 'long ago', at: '2020-01-01T00:00:00.000Z' },
      ttclid: { value: 'undated' },
      evil: { value: 'unknown', at: '2026-11-21T10:00:00.000Z' },
      twclid: { value: 'a\u0000b', at: '2026-11-21T10:00:00.000Z' },
    };
    const there = await visit(
      forge(['1000000000000_1', '1000000000000_2', { a: 1 }, { click_ids: ids }]),
      REFERRER,
    );
    expect(there.who.visitor_id).toBe('1000000000000_1');
    expect(there.who.user_id).toBeNull();
    expect(Object.keys(there.click_ids ?? {})).toEqual(['gclid', 'msclkid']);
    expect(there.getClickIds()).toMatchObject({ gclid: 'own', msclkid: 'yes' });
  });

  it('carries the visitor to a page that may not change its address', async () => {
    const home = await visit();
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    const open = history.replaceState.bind(history);
    vi.spyOn(history, 'replaceState')
      .mockImplementationOnce(open)
      .mockImplementation(() => {
        throw new DOMException('A history state object with this URL cannot be created.', 'SecurityError');
      });
    expect((await visit(link, REFERRER)).who).toEqual(home.who);
  });

  it('leaves the address of a visitor who asks not to be tracked, and serves a project that tracks them', async () => {
    const home = await visit();
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true });
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(REFERRER);
    const { init, track, cookies, crossDomain } = await openPage(link);
    const options = { ...config, crossDomainDomains: ['partner.test'], features: [cookies, crossDomain] };
    init({ ...options, respectDNT: true });
    expect(location.search).toBe('');
    expect(document.cookie).toBe('');
    init({ ...options, apiKey: 'proj_other' });
    track('seen');
    await soon();
    expect(collector.requests.at(-1)?.batch).toMatchObject(home.who);
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  });

  it('carries nobody to who has opted out, also not when they opt in', async () => {
    const home = await visit('/?gclid=theirs');
    home.identify('u_1');
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    const before = await visit();
    before.optOut();
    const { optIn, track, getClickIds, getUserId } = await visit(link, REFERRER);
    expect(location.search).toBe('');
    optIn();
    track('again');
    await soon();
    expect(collector.named('again')).toHaveLength(1);
    expect(collector.requests.at(-1)?.batch.visitor_id).not.toBe(home.who.visitor_id);
    expect(getUserId()).toBeNull();
    expect(getClickIds().gclid).toBeNull();
  });

  it('leaves who has signed in on the other domain alone signed in there, until the session is another', async () => {
    const home = await visit();
    const link = pathOf(home.getCrossdomainLink(partner));
    home.reset();
    const later = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    const there = await visit(link, REFERRER);
    there.identify('u_1');
    await vi.advanceTimersByTimeAsync(300);
    expect((await visit(link, REFERRER)).who).toEqual({ ...home.who, user_id: 'u_1' });
    const after = await visit(later, REFERRER);
    expect(after.who).toMatchObject({ visitor_id: home.who.visitor_id, user_id: null });
    expect(after.who.session_id).not.toBe(home.who.session_id);
  });

  it('replaces click ids of the other domain by those of later clicks alone', async () => {
    const home = await visit('/?gclid=earlier&msclkid=only');
    const link = pathOf(home.getCrossdomainLink(partner));
    closePage();
    forgetVisitor();
    await vi.advanceTimersByTimeAsync(10_000);
    await visit('/?wbraid=later');
    const there = await visit(link, REFERRER);
    expect(there.who).toEqual(home.who);
    expect(there.getClickIds()).toMatchObject({ gclid: null, wbraid: 'later', msclkid: 'only' });
  });

  it('stays as it is before init, and when nothing may be kept', async () => {
    const { getCrossdomainLink } = await openPage();
    expect(getCrossdomainLink(partner)).toBe(partner);
    expect(getCrossdomainLink(undefined as unknown as string)).toBeUndefined();
    const denied = await visit();
    denied.consent({ analytics_storage: 'denied' });
    expect(denied.getCrossdomainLink(partner)).toBe(partner);
  });

  it('never carries an e-mail address', async () => {
    const { identify, getCrossdomainLink } = await visit();
    identify('ada@example.test', { email: 'ada@example.test' });
    expect(decodeURIComponent(getCrossdomainLink(partner))).not.toContain('ada');
  });
});

describe('decoration', () => {
  const use = (selector: string, type: string) =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true }));
  const hrefOf = (selector: string) => document.querySelector(selector)?.getAttribute('href');

  it.each(['mousedown', 'click', 'auxclick', 'contextmenu', 'keydown'])(
    'of a link happens at %s',
    async (type) => {
      await visit();
      document.body.innerHTML = `<a href="${partner}#x"><b>go</b></a><a id="own" href="/x">own</a><a id="other" href="https://other.test/">o</a>`;
      document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
      for (const selector of ['b', '#own', '#other']) use(selector, type);
      expect(hrefOf('a')).toMatch(/offer\?_cvl=.+#x$/);
      expect(hrefOf('#own')).toBe('/x');
      expect(hrefOf('#other')).toBe('https://other.test/');
    },
  );

  it('reaches a link that another listener changes at the click', async () => {
    await visit();
    document.body.innerHTML = '<a href="/out?to=offer">go</a>';
    document.querySelector('a')?.addEventListener('click', (event) => {
      (event.currentTarget as Element).setAttribute('href', partner);
      event.preventDefault();
    });
    use('a', 'click');
    expect(hrefOf('a')).toContain('_cvl=');
  });

  it.each([
    'partner.test',
    'Partner.TEST',
    'https://partner.test/',
    'partner.test:7129',
    '*.partner.test',
    '.partner.test',
  ])('finds a partner that is written as %s', async (domain) => {
    await visit('/', '', false, [domain]);
    document.body.innerHTML = `<a href="${partner}">go</a><a id="other" href="https://other.test/">o</a>`;
    for (const selector of ['a', '#other']) use(selector, 'mousedown');
    expect(hrefOf('a')).toContain('_cvl=');
    expect(hrefOf('#other')).toBe('https://other.test/');
  });

  it.each(['https://partner.test/shop', 'm\u00fcller.test', '*', 'https://', '[::1]'])(
    'has no partner by what is no domain, such as %s, and names it',
    async (domain) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
      await visit('/', '', false, [domain, 'other.test']);
      document.body.innerHTML = `<a href="${partner}">go</a><a id="other" href="https://other.test/">o</a>`;
      for (const selector of ['a', '#other']) use(selector, 'mousedown');
      expect(hrefOf('a')).toBe(partner);
      expect(hrefOf('#other')).toContain('_cvl=');
      expect(warned.mock.calls.map(([text]) => text)).toEqual([`[cvq] bad-domain ${domain}`]);
    },
  );

  it('of a form follows the button that sends it', async () => {
    await visit();
    document.body.innerHTML = `
      <form action="/search">
        <button id="get" formaction="${partner}">a</button>
        <button id="post" formaction="${partner}" formmethod="post">b</button>
        <button id="own">c</button>
      </form>`;
    const form = document.querySelector('form');
    const submitBy = (selector: string) => {
      const submitter = document.querySelector<HTMLElement>(selector);
      form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
      return submitter?.getAttribute('formaction');
    };
    const fields = () => document.querySelectorAll('input[type=hidden][name=_cvl]').length;
    expect(submitBy('#get')).toContain('?_cvl=');
    expect(fields()).toBe(1);
    expect(submitBy('#post')).toContain('?_cvl=');
    expect(fields()).toBe(0);
    submitBy('#get');
    submitBy('#own');
    expect(fields()).toBe(0);
    expect(form?.getAttribute('action')).toBe('/search');
  });

  it('of a form adds no field where nothing may be kept', async () => {
    const { consent } = await visit();
    consent({ analytics_storage: 'denied' });
    document.body.innerHTML = `<form action="${partner}"></form>`;
    const form = document.querySelector('form');
    form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    expect(form?.outerHTML).toBe(`<form action="${partner}"></form>`);
  });

  it('of a form puts the parameter where its method keeps it', async () => {
    await visit();
    document.body.innerHTML = `
      <form id="get" action="${partner}"><input name="q"></form>
      <form id="post" action="${partner}" method="post"></form>
      <form id="own" action="/search"></form>
      <form id="none"></form>`;
    for (const form of document.querySelectorAll('form')) {
      for (let i = 0; i < 2; i++)
        form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    }
    expect(document.querySelectorAll('#get input[type=hidden][name=_cvl]')).toHaveLength(1);
    expect(document.querySelector<HTMLInputElement>('#get [name=_cvl]')?.value).toBeTruthy();
    expect(document.querySelector('#post')?.getAttribute('action')).toContain('?_cvl=');
    expect(document.querySelector('#post')?.children).toHaveLength(0);
    expect(document.querySelector('#own')?.outerHTML).toBe('<form id="own" action="/search"></form>');
    expect(document.querySelector('#none')?.outerHTML).toBe('<form id="none"></form>');
  });
});
