import { describe, expect, it } from 'vitest';
import {
  crawler,
  crowd,
  inTurn,
  pageviews,
  person,
  seeded,
} from '../../../../bench/bots/made-up/visitors.ts';
import { headerEvidenceOf } from '../../src/bots/header-evidence-of.ts';
import { createJudge, type Sighting } from '../../src/bots/judge.ts';
import { openNetworks } from '../../src/bots/networks/known-networks.ts';
import { USER_AGENT } from '../client.ts';

const networks = openNetworks({
  date: '2026-11-21',
  from: 'a test',
  networks: [{ name: 'A cloud', kind: 'hosting', prefixes: '198.51.100.0/24' }],
});

const CLOUD = '198.51.100.7';
const browser = { acceptLanguage: 'de', secFetch: true, signatureAgent: null };
const bare = { acceptLanguage: null, secFetch: false, signatureAgent: null };

function openJudge() {
  const judge = createJudge(
    () => networks,
    () => 0,
  );
  return (given: Partial<Sighting>) =>
    judge({
      channel: 'browser',
      project: 'proj_a',
      userAgent: USER_AGENT,
      address: '203.0.113.7',
      headers: browser,
      deed: null,
      isFiltered: true,
      ...given,
    });
}

describe('headers that a browser would send', () => {
  it('are evidence by their absence where nearly all requests of the project have them', () => {
    const judge = openJudge();
    for (let request = 0; request < 60; request += 1) expect(judge({})).toBeNull();
    expect(judge({ headers: bare }), 'which alone is no proof').toBeNull();
    expect(judge({ headers: bare, address: CLOUD })).toMatchObject({
      score: 120,
      reasons: ['hosting_network', 'no_sec_fetch', 'no_accept_language'],
    });
    expect(judge({ headers: bare, address: CLOUD, project: 'proj_b' }), 'of another project').toBeNull();
  });

  it('are none where a proxy strips them from everybody, or a site speaks plain http', () => {
    const judge = openJudge();
    const stripped = { ...bare, acceptLanguage: 'de' };
    for (let request = 0; request < 200; request += 1)
      expect(judge({ headers: stripped, address: CLOUD })).toBeNull();
    const plain = { ...bare, secFetch: null };
    for (let request = 0; request < 200; request += 1)
      expect(judge({ headers: plain, project: 'proj_http' })).toBeNull();
  });

  it('are not missed in browsers that never sent them', () => {
    const judge = openJudge();
    for (let request = 0; request < 60; request += 1) judge({});
    const old =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15';
    expect(judge({ userAgent: old, headers: { ...bare, acceptLanguage: 'de' }, address: CLOUD })).toBeNull();
  });

  it('are read from the request, and over plain http nothing is expected', () => {
    const sent = {
      'accept-language': 'de',
      'sec-fetch-site': 'cross-site',
      'signature-agent': '"https://a.example"',
    };
    expect(headerEvidenceOf(sent, true)).toEqual({
      acceptLanguage: 'de',
      secFetch: true,
      signatureAgent: '"https://a.example"',
    });
    expect(headerEvidenceOf({}, true)).toEqual(bare);
    expect(headerEvidenceOf({}, false)).toEqual({ ...bare, secFetch: null });
  });
});

describe('an address', () => {
  it('behind which five hundred people browse with one browser makes none of them a bot', () => {
    const judge = openJudge();
    const deeds = crowd(500, seeded(11));
    expect(deeds.filter((deed) => judge({ deed }) !== null)).toEqual([]);
  });

  it('behind which a crawler works as well leaves its people alone', () => {
    const judge = openJudge();
    const deeds = [...crawler('crawler', 3000, seeded(12)), ...person('person', seeded(13))];
    deeds.sort((a, b) => a.at - b.at);
    const found = deeds.filter((deed) => judge({ deed }) !== null).map(({ visitor }) => visitor);
    expect(new Set(found)).toEqual(new Set(['crawler']));
  });
});

describe('what a visitor does', () => {
  it('counts in its project alone', () => {
    const judge = openJudge();
    const views = crawler('a', 3000, seeded(14));
    const found = views.filter((deed, index) => judge({ deed, project: `proj_${index % 2}` }) !== null);
    expect(found).toEqual([]);
  });

  it('in bursts is evidence and no proof, and proof with a user agent whose build never was', () => {
    const burst = [2000, 210, 210, 210, 210, 4000, 210, 210, 210, 210];
    const deeds = pageviews('a', burst, inTurn);
    const judge = openJudge();
    expect(deeds.map((deed) => judge({ deed })).filter(Boolean)).toEqual([]);
    const userAgent = USER_AGENT.replace(/Chrome\/[\d.]+/, 'Chrome/60.0.9551.99');
    const other = openJudge();
    expect(deeds.map((deed) => other({ deed, userAgent })).at(-1)).toMatchObject({
      score: 100,
      reasons: ['unknown_build', 'rapid_requests'],
    });
  });
});
