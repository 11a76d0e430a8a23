import { describe, expect, it } from 'vitest';
import { botBy } from '../../../../bench/bots/bot-by.ts';
import { RARE_DEVICES } from '../../../../bench/bots/made-up/rare-devices.ts';
import { TELEVISIONS } from '../../../../bench/bots/made-up/televisions.ts';
import { WEB_VIEWS } from '../../../../bench/bots/made-up/web-views.ts';
import { classifyUserAgent } from '../../src/bots/user-agent.ts';
import { USER_AGENT } from '../client.ts';
import { misclassified, sets } from './sets.ts';

const userAgentsOf = (rows: readonly { readonly ua: string }[]) => rows.map(({ ua }) => ua);

describe('user agents of bots', () => {
  it('are told in 99.5 of a hundred cases at least', () => {
    const all = userAgentsOf(sets.bots);
    expect(misclassified(all, 'bot').length / all.length).toBeLessThanOrEqual(0.005);
  });

  it.each(['compat-url', 'chrome-suffix'])('are told by the tokens of AI agents in the form %s', (form) => {
    const all = userAgentsOf(sets.aiTokens.filter((row) => row.form === form));
    expect(misclassified(all, 'bot').length / all.length).toBeLessThanOrEqual(0.05);
  });

  it('are told where a fleet makes up versions of Chrome', () => {
    expect(misclassified(sets.fleet, 'bot').length / sets.fleet.length).toBeLessThanOrEqual(0.001);
  });

  it.each(sets.mustName)('name %s as %s', (name, category, userAgent) => {
    expect(botBy(userAgent)).toEqual({ name, category });
  });

  it('are none that a bot only likes to be', () => {
    const reader = 'FreshRSS/1.24 (Linux; https://freshrss.org) like Googlebot';
    expect(botBy(reader)).toMatchObject({ name: expect.not.stringContaining('Googlebot') });
  });

  it.each([
    [
      'Google-GeminiNotebook',
      'ai_crawler',
      'Mozilla/5.0 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling)',
    ],
    ['KimiBot', 'ai_crawler', 'Mozilla/5.0 (compatible; KimiBot/1.0; +https://kimi.ai)'],
    ['Replicate-Bot', 'ai_crawler', 'Replicate-Bot/1.0'],
    ['DeepSeek', 'ai_crawler', `${USER_AGENT} DeepSeek/1.0`],
    ['Doubao', 'ai_crawler', 'Mozilla/5.0 (compatible; Doubao/1.50.6; +https://www.doubao.com)'],
    [
      'Yahoo! Japan',
      'search_engine',
      'Mozilla/5.0 (iPhone; Y!J-BRY/YATSH crawler; http://help.yahoo.co.jp/help)',
    ],
    [
      'YandexUserproxy',
      'search_engine',
      'Mozilla/5.0 (compatible; YandexUserproxy; robot; +http://yandex.com/bots)',
    ],
    ['no-such-bots.example', 'other', 'Mozilla/5.0 (compatible; +http://no-such-bots.example)'],
    ['Unnamed bot', 'other', 'MOZILLA40'],
    ['Unnamed bot', 'other', '40'],
    ['Unnamed bot', 'other', 'HTC crawling'],
    ['Unnamed bot', 'other', 'LG robot'],
    ['kiwi-tcms', 'other', 'kiwi-tcms/12.6.1-Enterprise'],
    ['IPinfoClient', 'other', 'IPinfoClient/Ruby/2.2.1'],
    ['MyLib', 'other', 'MyLib/1.11 (vert.x/4.11.2; GraalVM/21; Java; custom-client)'],
  ])('name %s, a bot of kind %s, by %s', (name, category, userAgent) => {
    expect(botBy(userAgent)).toEqual({ name, category });
  });

  it('are told where they are the source of a program, or a list of headers', () => {
    for (const userAgent of ['Mozilliqa"<?=print(1);?>"', '{Accept=[text/html], Authorization=[Basic x]}'])
      expect(botBy(userAgent), userAgent).not.toBeNull();
  });

  it('have the category that the lists give', () => {
    const known = sets.bots.filter(({ cat }) => cat);
    const right = known.filter(({ ua, cat }) => botBy(ua)?.category === cat);
    expect(right.length / known.length).toBeGreaterThanOrEqual(0.94);
  });
});

describe('user agents of people', () => {
  it('are none of them a bot in clean traffic', () => {
    expect(
      misclassified(
        sets.weighted.map(([userAgent]) => userAgent),
        'person',
      ),
    ).toEqual([]);
  });

  it('are none of them a bot for the words that lists fell for', () => {
    expect(misclassified(userAgentsOf(sets.tricky), 'person')).toEqual([]);
  });

  it('are people in the fixtures of other projects', () => {
    expect(misclassified(userAgentsOf(sets.people), 'person')).toEqual([]);
  });

  it.each([
    ['rare devices', RARE_DEVICES.map(({ userAgent }) => userAgent)],
    ['pages inside of apps', WEB_VIEWS],
    ['televisions', TELEVISIONS],
  ])('are people in 998 of a thousand cases with %s', (_, userAgents) => {
    expect(misclassified(userAgents, 'person').length / userAgents.length).toBeLessThanOrEqual(0.002);
  });

  it.each([
    [
      'a phone called bot',
      'Mozilla/5.0 (Linux; Android 7.0; M bot 51) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36',
    ],
    [
      'a television',
      'Opera/9.80 (Linux armv6l; U; NETRANGEMMH;HbbTV/1.1.1;CE-HTML/1.0;PEAQ LF1V350; en) Presto/2.8.115 Version/11.10',
    ],
    [
      'an editor with a page inside',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.85.1 Chrome/118.0.5993.159 Electron/27.1.3 Safari/537.36',
    ],
    [
      'the app of Taobao',
      'Mozilla/5.0 (Linux; U; Android 12; zh-CN; V2055A Build/SP1A.210812.003) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 UWS/5.10.2.0 Mobile Safari/537.36 AliApp(TB/10.20.10) UCBS/2.11.1.1 TTID/700371@taobao_android_10.20.10 WindVane/8.5.0 1080X2276',
    ],
    [
      'the assistant of Google on a phone of Apple',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GoogleWv/1.0 (WKWebView) OPA/1.9.38104 Mobile/15E148',
    ],
    [
      'a game on a tablet',
      'Mozilla/5.0 (5988MB; 1920x1200; 213x213; 1920x1128; Samsung SM-T500; 11) AppleWebKit/537.36 (KHTML, like Gecko)  ROBLOX Android App 2.520.345 Tablet Hybrid()  GooglePlayStore RobloxApp/2.520.345 (GlobalDist; GooglePlayStore)',
    ],
    [
      'a page that Google translates',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36,gzip(gfe) (via translate.google.com)',
    ],
    [
      'Vivaldi on a phone of Apple, as a desktop',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Vivaldi/114',
    ],
    [
      'Opera on a phone of Apple',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Chrome/132.0.0.0 Mobile Safari/605.1.15 OPR/84.0.0.0',
    ],
    [
      'the app of Doubao',
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Doubao/8.1.0 BytedanceWebview',
    ],
    [
      'the app of Doubao on a desktop',
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 Doubao/1.50.6',
    ],
    [
      'the app of DeepSeek',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 DeepSeek/1.3.0',
    ],
    [
      'a phone of Windows',
      'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; radar)',
    ],
    ['a browser without JavaScript', 'NetSurf/3.10 (Linux)'],
    ['a small browser', 'Dillo/3.0.5'],
    ['a browser of text', 'Lynx/2.9.0dev.10 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.7'],
    ['a browser that edits', 'amaya/9.51 libwww/5.4.0'],
    [
      'a browser of a globe',
      'GoogleEarth/7.3.2.5776(Windows;Microsoft Windows (6.2.9200.0);en;kml:2.2;client:Pro;type:default)',
    ],
    ['a browser that keeps quiet', 'PrivacyBrowser/1.0'],
    ['an old browser', 'Mozilla/4.7 (compatible; OffByOne; Windows 2000) Webster Pro V3.4'],
    ['a player of music', 'iPodTouch7'],
    ['a television of Apple', 'AppleTV11,1/11.1'],
  ])('are people with %s', (_, userAgent) => {
    expect(botBy(userAgent)).toBeNull();
  });

  it('stay bots who say so inside of an app', () => {
    const view =
      'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36';
    expect(botBy(`${view} SomeNews/1.2`)).toBeNull();
    for (const suffix of ['SomeBot/1.2', 'Watcher/1.0 (+https://a.example)', 'crawler']) {
      expect(botBy(`${view} ${suffix}`), suffix).not.toBeNull();
    }
  });

  it('stay bots who pose as the phone of a person', () => {
    const crawler =
      'Mozilla/5.0 (Linux; Android 7.0; M bot 51) AppleWebKit/537.36 (compatible; NewCrawlerBot/1.0; +http://a.example)';
    expect(botBy(crawler)).toMatchObject({ category: 'other' });
  });
});

describe('a hostile user agent', () => {
  it('is read no further than any browser writes', () => {
    expect(classifyUserAgent(`${USER_AGENT}${' '.repeat(600)}Googlebot/2.1`).bot).toBeNull();
    expect(classifyUserAgent(`${USER_AGENT}${' x'.repeat(600)}`).reasons).toEqual(['long_user_agent']);
  });
});
