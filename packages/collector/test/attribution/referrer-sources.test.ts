import { describe, expect, it } from 'vitest';
import { type SourceKind, sourceOfName, sourceOfSite } from '../../src/attribution/referrer-sources.ts';
import { referringSite } from '../../src/net/hosts.ts';

const REFERRERS: readonly [referrer: string, source: string, kind: SourceKind][] = [
  // Search
  ['https://www.google.com/', 'google', 'search'],
  ['https://google.de/', 'google', 'search'],
  ['https://www.google.co.jp/', 'google', 'search'],
  ['https://www.google.com.br/', 'google', 'search'],
  ['https://images.google.fr/', 'google', 'search'],
  ['https://cse.google.com/', 'google', 'search'],
  ['https://syndicatedsearch.goog/', 'google', 'search'],
  ['https://news.google.com/', 'google-news', 'search'],
  ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'google', 'search'],
  ['https://www.bing.com/', 'bing', 'search'],
  ['https://cn.bing.com/', 'bing', 'search'],
  ['https://r.search.yahoo.com/', 'yahoo', 'search'],
  ['https://fr.search.yahoo.com/', 'yahoo', 'search'],
  ['https://search.yahoo.co.jp/', 'yahoo', 'search'],
  ['https://html.duckduckgo.com/', 'duckduckgo', 'search'],
  ['https://yandex.ru/', 'yandex', 'search'],
  ['https://yandex.com.tr/', 'yandex', 'search'],
  ['https://ya.ru/', 'yandex', 'search'],
  ['https://m.baidu.com/', 'baidu', 'search'],
  ['https://www.ecosia.org/', 'ecosia', 'search'],
  ['https://search.brave.com/', 'brave', 'search'],
  ['https://www.qwant.com/', 'qwant', 'search'],
  ['https://www.startpage.com/', 'startpage', 'search'],
  ['https://m.search.naver.com/', 'naver', 'search'],
  ['https://search.daum.net/', 'daum', 'search'],
  ['https://search.seznam.cz/', 'seznam', 'search'],
  ['https://kagi.com/', 'kagi', 'search'],
  ['https://suche.t-online.de/', 't-online', 'search'],
  // Social
  ['https://m.facebook.com/', 'facebook', 'social'],
  ['https://lm.facebook.com/l.php', 'facebook', 'social'],
  ['https://www.messenger.com/', 'facebook', 'social'],
  ['android-app://com.facebook.katana/', 'facebook', 'social'],
  ['https://l.instagram.com/', 'instagram', 'social'],
  ['https://l.threads.com/', 'threads', 'social'],
  ['https://t.co/x', 'twitter', 'social'],
  ['https://x.com/', 'twitter', 'social'],
  ['https://lnkd.in/x', 'linkedin', 'social'],
  ['https://out.reddit.com/', 'reddit', 'social'],
  ['https://www.pinterest.co.uk/', 'pinterest', 'social'],
  ['https://www.tiktok.com/', 'tiktok', 'social'],
  ['https://away.vk.com/', 'vk', 'social'],
  ['https://go.bsky.app/', 'bluesky', 'social'],
  ['https://hachyderm.io/', 'mastodon', 'social'],
  ['https://web.telegram.org/', 'telegram', 'social'],
  ['https://web.whatsapp.com/', 'whatsapp', 'social'],
  ['https://www.xing.com/', 'xing', 'social'],
  ['https://news.ycombinator.com/', 'hacker-news', 'social'],
  // Video, shopping, mail, assistants
  ['https://m.youtube.com/', 'youtube', 'video'],
  ['https://youtu.be/', 'youtube', 'video'],
  ['https://vimeo.com/', 'vimeo', 'video'],
  ['https://www.twitch.tv/', 'twitch', 'video'],
  ['https://www.amazon.com.au/', 'amazon', 'shopping'],
  ['https://smile.amazon.co.uk/', 'amazon', 'shopping'],
  ['https://www.ebay.de/', 'ebay', 'shopping'],
  ['https://www.idealo.de/', 'idealo', 'shopping'],
  ['https://shopping.google.com/', 'google-shopping', 'shopping'],
  ['https://mail.google.com/', 'gmail', 'email'],
  ['https://outlook.live.com/', 'outlook', 'email'],
  ['https://mail.yahoo.com/', 'yahoo-mail', 'email'],
  ['https://3c.gmx.net/', 'gmx', 'email'],
  ['https://navigator.web.de/', 'web.de', 'email'],
  ['https://mail.yandex.ru/', 'yandex-mail', 'email'],
  ['https://webmail.university.example/', 'webmail.university.example', 'email'],
  ['https://chatgpt.com/', 'chatgpt', 'ai'],
  ['https://www.perplexity.ai/', 'perplexity', 'ai'],
  ['https://claude.ai/', 'claude', 'ai'],
  ['https://gemini.google.com/', 'gemini', 'ai'],
  ['https://copilot.microsoft.com/', 'copilot', 'ai'],
  ['https://chat.deepseek.com/', 'deepseek', 'ai'],
  ['https://grok.com/', 'grok', 'ai'],
  ['https://chat.mistral.ai/', 'mistral', 'ai'],
  ['android-app://com.openai.chatgpt/', 'chatgpt', 'ai'],
  // What only looks like one of them
  ['https://docs.google.com/', 'docs.google.com', 'other'],
  ['https://accounts.google.de/', 'google', 'search'],
  ['https://accounts.google.com/', 'accounts.google.com', 'other'],
  ['https://finance.yahoo.com/', 'finance.yahoo.com', 'other'],
  ['https://www.google.com.evil.example/', 'google.com.evil.example', 'other'],
  ['https://notgoogle.com/', 'notgoogle.com', 'other'],
  ['https://google.shop/', 'google.shop', 'other'],
  ['https://microsoft.com/', 'microsoft.com', 'other'],
  ['https://mail.example/', 'mail.example', 'other'],
  ['android-app://google.com/', 'google.com', 'other'],
  ['https://192.0.2.7/', '192.0.2.7', 'other'],
];

describe('a referrer', () => {
  it.each(REFERRERS)('%s is %s (%s)', (referrer, source, kind) => {
    const site = referringSite(referrer);
    expect(site && sourceOfSite(site)).toMatchObject({ source, kind });
  });

  it.each([
    'about:blank',
    'data:text/html,x',
    'javascript:alert(1)',
    'file:///a.html',
    'chrome-extension://abc/x.html',
    'https://',
    'https:///path',
    'https://a b.example/',
    'https://..example/',
    `https://${'a'.repeat(254)}/`,
    'a sentence. With a point',
    'word',
  ])('%s names no site', (referrer) => {
    expect(referringSite(referrer)).toBeNull();
  });
});

const NAMES: readonly [name: string, source: string, site: string, kind: SourceKind, adAccount: boolean][] = [
  ['google', 'google', 'google', 'search', false],
  ['adwords', 'adwords', 'google', 'search', true],
  ['google-ads', 'google-ads', 'google', 'search', true],
  ['googleads', 'googleads', 'google', 'search', true],
  ['fb', 'fb', 'facebook', 'social', false],
  ['ig', 'ig', 'instagram', 'social', false],
  ['fb_ads', 'fb_ads', 'facebook', 'social', true],
  ['an', 'an', 'facebook', 'social', true],
  ['x', 'x', 'twitter', 'social', false],
  ['yt', 'yt', 'youtube', 'video', false],
  ['www.facebook.com', 'facebook', 'facebook', 'social', false],
  ['google.com', 'google', 'google', 'search', false],
  ['https://www.reddit.com/r/tea', 'reddit', 'reddit', 'social', false],
  ['blog.example', 'blog.example', 'blog.example', 'other', false],
  ['e-mail', 'e-mail', 'e-mail', 'email', false],
  ['newsletter-2026', 'newsletter-2026', 'newsletter-2026', 'email', false],
  ['someone@shop.example', 'someone@shop.example', 'someone@shop.example', 'other', false],
  ['reads', 'reads', 'reads', 'other', false],
  ['inbox', 'inbox', 'inbox', 'other', false],
  ['shop', 'shop', 'shop', 'other', false],
  ['ads', 'ads', 'ads', 'other', false],
  ['constructor', 'constructor', 'constructor', 'other', false],
];

describe('the name of a source', () => {
  it.each(NAMES)('%s is %s, at %s', (name, source, site, kind, adAccount) => {
    expect(sourceOfName(name)).toMatchObject({ source, site, kind, adAccount });
  });
});
