import { describe, expect, it } from 'vitest';
import { botBy } from '../../../../bench/bots/bot-by.ts';
import { RARE_DEVICES } from '../../../../bench/bots/made-up/rare-devices.ts';
import { TELEVISIONS } from '../../../../bench/bots/made-up/televisions.ts';
import { WEB_VIEWS } from '../../../../bench/bots/made-up/web-views.ts';
import { judgeUserAgent } from '../../src/bots/judge-user-agent.ts';
import { USER_AGENT } from '../client.ts';
import { misjudged, sets } from './sets.ts';

const userAgentsOf = (rows: readonly { readonly ua: string }[]) => rows.map(({ ua }) => ua);

describe('user agents of bots', () => {
  it('are told in 99.5 of a hundred cases at least', () => {
    const all = userAgentsOf(sets.bots);
    expect(misjudged(all, 'bot').length / all.length).toBeLessThanOrEqual(0.005);
  });

  it.each(['compat-url', 'chrome-suffix'])('are told by the tokens of AI agents in the form %s', (form) => {
    const all = userAgentsOf(sets.aiTokens.filter((row) => row.form === form));
    expect(misjudged(all, 'bot').length / all.length).toBeLessThanOrEqual(0.05);
  });

  it('are told where a fleet makes up versions of Chrome', () => {
    expect(misjudged(sets.fleet, 'bot').length / sets.fleet.length).toBeLessThanOrEqual(0.001);
  });

  it.each(sets.mustName)('name %s as %s', (name, category, userAgent) => {
    expect(botBy(userAgent)).toEqual({ name, category });
  });

  it('are none that a bot only likes to be', () => {
    const reader = 'FreshRSS/1.24 (Linux; https://freshrss.org) like Googlebot';
    expect(botBy(reader)).toMatchObject({ name: expect.not.stringContaining('Googlebot') });
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
      misjudged(
        sets.weighted.map(([userAgent]) => userAgent),
        'person',
      ),
    ).toEqual([]);
  });

  it('are none of them a bot for the words that lists fell for', () => {
    expect(misjudged(userAgentsOf(sets.tricky), 'person')).toEqual([]);
  });

  it('are people in the fixtures of other projects', () => {
    expect(misjudged(userAgentsOf(sets.people), 'person')).toEqual([]);
  });

  it.each([
    ['rare devices', RARE_DEVICES.map(({ userAgent }) => userAgent)],
    ['pages inside of apps', WEB_VIEWS],
    ['televisions', TELEVISIONS],
  ])('are people in 998 of a thousand cases with %s', (_, userAgents) => {
    expect(misjudged(userAgents, 'person').length / userAgents.length).toBeLessThanOrEqual(0.002);
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
    expect(judgeUserAgent(`${USER_AGENT}${' '.repeat(600)}Googlebot/2.1`).bot).toBeNull();
    expect(judgeUserAgent(`${USER_AGENT}${' x'.repeat(600)}`).reasons).toEqual(['long_user_agent']);
  });
});
