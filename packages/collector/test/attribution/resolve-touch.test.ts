import { describe, expect, it } from 'vitest';
import { type LandingPage, resolveTouch } from '../../src/attribution/resolve-touch.ts';

const OWN_HOSTS = ['shop.example', 'partner.example'];

const GOOGLE = 'https://www.google.com/';
const INSTAGRAM = 'https://l.instagram.com/?u=https%3A%2F%2Fshop.example%2F&e=AT0';
const PAYPAL = 'https://www.paypal.com/checkoutnow?token=EC-1';

const touchOf = (query: string, referrer = '', more: Partial<LandingPage> = {}) =>
  resolveTouch({ query, referrer, ownHosts: OWN_HOSTS, ...more });

/** Query and referrer; then source, medium and channel as a report shows them. */
const VISITS: readonly [query: string, referrer: string, source: string, medium: string, channel: string][] =
  [
    // Nothing leads here
    ['', '', '(direct)', '(none)', 'Direct'],
    ['?', '', '(direct)', '(none)', 'Direct'],
    ['?page=2&sort=price', '', '(direct)', '(none)', 'Direct'],
    ['', 'about:blank', '(direct)', '(none)', 'Direct'],
    ['', 'nonsense', '(direct)', '(none)', 'Direct'],
    ['?gclid=', '', '(direct)', '(none)', 'Direct'],
    ['?utm_source=&utm_medium=', '', '(direct)', '(none)', 'Direct'],
    ['?utm_source=%20', '', '(direct)', '(none)', 'Direct'],
    ['?utm_source=(direct)&utm_medium=(none)', '', '(direct)', '(none)', 'Direct'],
    ['?gad_source=1', '', '(direct)', '(none)', 'Direct'],
    ['?mc_cid=abc&mc_eid=def', '', '(direct)', '(none)', 'Direct'],
    // Own pages, partners, payment: no visit from elsewhere
    ['', 'https://shop.example/cart', '(direct)', '(none)', 'Direct'],
    ['', 'https://www.shop.example/', '(direct)', '(none)', 'Direct'],
    ['', 'https://help.shop.example/', '(direct)', '(none)', 'Direct'],
    ['', 'https://partner.example/', '(direct)', '(none)', 'Direct'],
    ['', 'http://localhost:3000/', '(direct)', '(none)', 'Direct'],
    ['?ref=menu', 'https://shop.example/', '(direct)', '(none)', 'Direct'],
    ['', PAYPAL, '(direct)', '(none)', 'Direct'],
    ['', 'https://checkout.stripe.com/c/pay/cs_1', '(direct)', '(none)', 'Direct'],
    ['', 'https://pay.klarna.com/eu/', '(direct)', '(none)', 'Direct'],
    ['', 'https://acs.3ds.bank.example/challenge', '(direct)', '(none)', 'Direct'],
    // but what the address itself says counts
    ['?utm_source=google&utm_medium=cpc', PAYPAL, 'google', 'cpc', 'Paid Search'],
    ['?gclid=x', 'https://shop.example/', 'google', 'cpc', 'Paid Search'],
    ['?utm_source=banner', 'https://shop.example/', 'banner', '(not set)', 'Referral'],
    // Referrers
    ['', GOOGLE, 'google', 'organic', 'Organic Search'],
    ['', 'https://www.google.co.uk/search?q=teapot', 'google', 'organic', 'Organic Search'],
    ['', 'android-app://com.google.android.googlequicksearchbox/', 'google', 'organic', 'Organic Search'],
    ['', 'https://www.bing.com/', 'bing', 'organic', 'Organic Search'],
    ['', 'https://de.search.yahoo.com/', 'yahoo', 'organic', 'Organic Search'],
    ['', 'https://duckduckgo.com/', 'duckduckgo', 'organic', 'Organic Search'],
    ['', INSTAGRAM, 'instagram', 'social', 'Organic Social'],
    ['', 'https://m.facebook.com/', 'facebook', 'social', 'Organic Social'],
    ['', 'https://t.co/abc', 'twitter', 'social', 'Organic Social'],
    ['', 'android-app://com.linkedin.android/', 'linkedin', 'social', 'Organic Social'],
    ['', 'https://www.youtube.com/', 'youtube', 'referral', 'Organic Video'],
    ['', 'https://www.amazon.de/dp/1', 'amazon', 'referral', 'Organic Shopping'],
    ['', 'https://chatgpt.com/', 'chatgpt', 'referral', 'AI Assistants'],
    ['', 'https://gemini.google.com/', 'gemini', 'referral', 'AI Assistants'],
    ['', 'https://mail.google.com/', 'gmail', 'email', 'Email'],
    ['', 'android-app://com.google.android.gm/', 'gmail', 'email', 'Email'],
    ['', 'https://webmail.firm.example/', 'webmail.firm.example', 'email', 'Email'],
    ['', 'https://docs.google.com/document/1', 'docs.google.com', 'referral', 'Referral'],
    ['', 'https://www.blog.example/post', 'blog.example', 'referral', 'Referral'],
    ['', 'https://alice.github.io/', 'alice.github.io', 'referral', 'Referral'],
    ['', 'android-app://org.news.reader/', 'org.news.reader', 'referral', 'Referral'],
    ['', 'blog.example', 'blog.example', 'referral', 'Referral'],
    // UTM
    ['?utm_source=google&utm_medium=cpc', '', 'google', 'cpc', 'Paid Search'],
    ['?UTM_SOURCE=Google&utm_medium=CPC', '', 'google', 'cpc', 'Paid Search'],
    ['?utm_source=newsletter&utm_medium=email', GOOGLE, 'newsletter', 'email', 'Email'],
    ['?utm_source=newsletter', '', 'newsletter', 'email', 'Email'],
    ['?utm_source=google', '', 'google', 'organic', 'Organic Search'],
    ['?utm_source=facebook', '', 'facebook', 'social', 'Organic Social'],
    ['?utm_source=fb&utm_medium=paid', '', 'fb', 'paid', 'Paid Social'],
    ['?utm_source=fb-ads', '', 'fb-ads', 'cpc', 'Paid Social'],
    ['?utm_source=chatgpt.com', '', 'chatgpt', '(not set)', 'AI Assistants'],
    ['?utm_source=some-partner', '', 'some-partner', '(not set)', 'Referral'],
    ['?utm_medium=email', '', '(not set)', 'email', 'Email'],
    ['?utm_medium=cpc', '', '(not set)', 'cpc', 'Paid Other'],
    ['?utm_medium=cpc', GOOGLE, 'google', 'cpc', 'Paid Search'],
    ['?utm_campaign=spring', '', '(not set)', '(not set)', 'Referral'],
    ['?utm_campaign=spring', GOOGLE, 'google', 'organic', 'Organic Search'],
    ['?utm_campaign=cross-network', '', '(not set)', '(not set)', 'Cross-network'],
    ['?utm_term=teapot', '', '(not set)', '(not set)', 'Referral'],
    ['?utm_source=a&amp;utm_medium=email', '', 'a', 'email', 'Email'],
    ['?utm_source=first&utm_source=second', '', 'first', '(not set)', 'Referral'],
    ['?x=1#utm_source=fragment', '', '(direct)', '(none)', 'Direct'],
    // Click ids
    ['?gclid=Cj0', '', 'google', 'cpc', 'Paid Search'],
    ['?gclid=Cj0', GOOGLE, 'google', 'cpc', 'Paid Search'],
    ['?wbraid=Cj0', '', 'google', 'cpc', 'Paid Search'],
    ['?gbraid=Cj0&gad_source=1', '', 'google', 'cpc', 'Paid Search'],
    ['?gclid=Cj0', 'https://news.example/', 'google', 'cpc', 'Paid Search'],
    ['?msclkid=1a', '', 'bing', 'cpc', 'Paid Search'],
    ['?msclkid=1a', 'https://duckduckgo.com/', 'bing', 'cpc', 'Paid Search'],
    ['?dclid=1a', '', 'google', 'display', 'Display'],
    ['?fbclid=Iw', '', 'facebook', 'social', 'Organic Social'],
    ['?fbclid=Iw', INSTAGRAM, 'instagram', 'social', 'Organic Social'],
    ['?fbclid=Iw', 'https://l.facebook.com/', 'facebook', 'social', 'Organic Social'],
    ['?fbclid=Iw', GOOGLE, 'facebook', 'social', 'Organic Social'],
    ['?fbclid=Iw&utm_source=facebook&utm_medium=paid', '', 'facebook', 'paid', 'Paid Social'],
    ['?fbclid=Iw&utm_medium=cpc', INSTAGRAM, 'instagram', 'cpc', 'Paid Social'],
    ['?ttclid=E.C', '', 'tiktok', 'cpc', 'Paid Social'],
    ['?twclid=2', '', 'twitter', 'cpc', 'Paid Social'],
    ['?li_fat_id=2', '', 'linkedin', 'cpc', 'Paid Social'],
    ['?rdt_cid=2', '', 'reddit', 'cpc', 'Paid Social'],
    ['?sccid=2', '', 'snapchat', 'cpc', 'Paid Social'],
    ['?epik=dj0', '', 'pinterest', 'social', 'Organic Social'],
    ['?yclid=1', '', 'yandex', 'cpc', 'Paid Search'],
    ['?ysclid=1', '', 'yandex', 'organic', 'Organic Search'],
    ['?tblci=1', '', 'taboola', 'cpc', 'Paid Other'],
    ['?oppref=1', '', 'chatgpt', 'cpc', 'Paid Other'],
    ['?awc=1_2', '', 'awin', 'affiliate', 'Affiliates'],
    ['?irclickid=1', 'https://deals.example/', 'impact', 'affiliate', 'Affiliates'],
    ['?click_id=1', '', '(not set)', '(not set)', 'Referral'],
    ['?click_id=1', 'https://deals.example/', 'deals.example', 'referral', 'Referral'],
    // Several at once
    ['?gclid=1&fbclid=2', 'https://l.facebook.com/', 'google', 'cpc', 'Paid Search'],
    ['?fbclid=2&msclkid=1', '', 'bing', 'cpc', 'Paid Search'],
    ['?utm_source=duckduckgo&gclid=1', '', 'duckduckgo', 'organic', 'Organic Search'],
    ['?utm_source=google&gclid=1', '', 'google', 'cpc', 'Paid Search'],
    ['?utm_source=youtube&gclid=1', '', 'youtube', 'cpc', 'Paid Video'],
    ['?utm_source=google&utm_medium=display&gclid=1', '', 'google', 'display', 'Display'],
    ['?utm_medium=display&gclid=1', '', 'google', 'display', 'Display'],
    ['?utm_campaign=brand_shopping&gclid=1', '', 'google', 'cpc', 'Paid Shopping'],
    ['?utm_source=instagram&fbclid=1', '', 'instagram', 'social', 'Organic Social'],
    ['?utm_source=newsletter&gclid=1', '', 'newsletter', 'email', 'Email'],
    // source and ref
    ['?ref=producthunt', '', 'producthunt', 'social', 'Organic Social'],
    ['?source=some-blog', '', 'some-blog', '(not set)', 'Referral'],
    ['?ref=https%3A%2F%2Fwww.blog.example%2Fa', '', 'blog.example', '(not set)', 'Referral'],
    ['?ref=footer&gclid=1', '', 'google', 'cpc', 'Paid Search'],
    ['?ref=abc', GOOGLE, 'abc', '(not set)', 'Referral'],
    ['?ref=abc&utm_source=partner', '', 'partner', '(not set)', 'Referral'],
  ];

it('takes no gclid for one of Google Ads that Search Ads 360 made, in the address or beside it', () => {
  const ids = { query: '?gclsrc=3p.ds', clickIds: { gclid: 'b', msclkid: 'b' } };
  for (const page of [{ query: '?gclid=b&gclsrc=3p.ds&msclkid=b' }, ids])
    expect(resolveTouch({ referrer: '', ownHosts: OWN_HOSTS, ...page })).toMatchObject({
      ...{ source: 'bing', medium: 'cpc', clickIds: { msclkid: 'b' } },
    });
  expect(
    resolveTouch({ query: '?gclsrc=ds', referrer: '', ownHosts: OWN_HOSTS, clickIds: { gclid: 'b' } }),
  ).toMatchObject({
    ...{ source: '(direct)', clickIds: {} },
  });
});

describe('a visit', () => {
  it.each(VISITS)('to %s from "%s" has the source %s', (query, referrer, source, medium, channel) => {
    expect(touchOf(query, referrer)).toMatchObject({ source, medium, channel });
  });

  it.each(VISITS)('to %s from "%s" is a touch unless it is direct', (query, referrer, source) => {
    const touch = touchOf(query, referrer);
    expect(touch.isTouch).toBe(source !== '(direct)');
    expect(touch.channel === 'Direct').toBe(source === '(direct)');
  });

  it.each(VISITS)('to %s from "%s" reads the same from the cache', (query, referrer) => {
    expect(touchOf(query, referrer)).toEqual(touchOf(query, referrer));
  });
});

describe('the ad platform', () => {
  it.each([
    ['?gclid=1', '', 'google'],
    ['?msclkid=1', '', 'microsoft'],
    ['?fbclid=1', '', 'meta'],
    ['?ctwa_clid=1', '', 'meta'],
    ['?ttclid=1', '', 'tiktok'],
    ['?li_fat_id=1', '', 'linkedin'],
    ['?twclid=1', '', 'x'],
    ['?utm_source=newsletter&gclid=1', '', 'google'],
    // Paid links without a click id, as browsers and consent tools strip them
    ['?utm_source=google&utm_medium=cpc', '', 'google'],
    ['?utm_source=ig&utm_medium=paid-social', '', 'meta'],
    ['?utm_source=bing&utm_medium=cpc', '', 'microsoft'],
    ['?utm_source=youtube&utm_medium=cpc', '', 'google'],
    ['?utm_source=twitter&utm_medium=cpc', '', 'x'],
    ['?utm_source=partner&utm_medium=cpc', '', '(not set)'],
    // and visits that nobody paid for
    ['?utm_source=google', '', '(not set)'],
    ['', GOOGLE, '(not set)'],
    ['', '', '(not set)'],
  ])('of %s from "%s" is %s', (query, referrer, adPlatform) => {
    expect(touchOf(query, referrer).adPlatform).toBe(adPlatform);
  });
});

describe('a touch', () => {
  it('carries the words of the link, grouped by case, and as they were written', () => {
    const touch = touchOf(
      '?utm_source=Google&utm_medium=CPC&utm_campaign=Spring_Sale&utm_term=Tea+Pot&gclid=AbC',
    );
    expect(touch).toEqual({
      isTouch: true,
      source: 'google',
      medium: 'cpc',
      campaign: 'spring_sale',
      term: 'tea pot',
      content: '(not set)',
      channel: 'Paid Search',
      adPlatform: 'google',
      referrerHost: '(not set)',
      campaignId: null,
      clickIds: { gclid: 'AbC' },
      addressClickIds: { gclid: 'AbC' },
      utm: {
        source: 'Google',
        medium: 'CPC',
        campaign: 'Spring_Sale',
        term: 'Tea Pot',
        content: null,
        ref: null,
      },
    });
  });

  it.each([
    ['https://www.blog.example/post?secret=1', 'blog.example'],
    ['https://user:pass@Blog.Example:8443/', 'blog.example'],
    ['android-app://com.example.reader/', 'com.example.reader'],
    ['https://shop.example/', '(not set)'],
    [PAYPAL, '(not set)'],
    ['', '(not set)'],
  ])('from "%s" names the host %s', (referrer, host) => {
    expect(touchOf('?utm_source=x', referrer).referrerHost).toBe(host);
  });

  it('takes click ids that came beside the address, and those of the address first', () => {
    const beside = { clickIds: { gclid: 'beside', FBCLID: 'Iw', other: 'x', msclkid: null } };
    expect(touchOf('', '', beside)).toMatchObject({
      source: 'google',
      channel: 'Paid Search',
      clickIds: { gclid: 'beside', fbclid: 'Iw' },
    });
    expect(touchOf('?gclid=inside', '', beside).clickIds).toEqual({ gclid: 'inside', fbclid: 'Iw' });
  });
});
