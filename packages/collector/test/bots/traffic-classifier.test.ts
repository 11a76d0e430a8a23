import { describe, expect, it } from 'vitest';
import {
  crawler,
  crowd,
  inTurn,
  pageviews,
  person,
  seeded,
} from '../../../../bench/bots/made-up/visitors.ts';
import { openNetworks } from '../../src/bots/networks/known-networks.ts';
import { createTrafficClassifier, type TrafficSample } from '../../src/bots/traffic-classifier.ts';
import { headerEvidenceOf } from '../../src/track/browser-requests.ts';
import { USER_AGENT } from '../client.ts';

const networks = openNetworks({
  date: '2026-11-21',
  from: 'a test',
  networks: [{ name: 'A cloud', kind: 'hosting', prefixes: '198.51.100.0/24' }],
});

const CLOUD = '198.51.100.7';
const browser = { acceptLanguage: 'de', secFetch: true, signatureAgent: null };
const bare = { acceptLanguage: null, secFetch: false, signatureAgent: null };

function openClassifier() {
  const classify = createTrafficClassifier(
    () => networks,
    () => 0,
  );
  return (given: Partial<TrafficSample>) =>
    classify({
      channel: 'browser',
      project: 'proj_a',
      userAgent: USER_AGENT,
      address: '203.0.113.7',
      headers: browser,
      action: null,
      isFiltered: true,
      ...given,
    });
}

describe('headers that a browser would send', () => {
  it('are evidence by their absence where nearly all requests of the project have them', () => {
    const classify = openClassifier();
    for (let request = 0; request < 60; request += 1) expect(classify({})).toBeNull();
    expect(classify({ headers: bare }), 'which alone is no proof').toBeNull();
    expect(classify({ headers: bare, address: CLOUD })).toMatchObject({
      score: 120,
      reasons: ['hosting_network', 'no_sec_fetch', 'no_accept_language'],
    });
    expect(classify({ headers: bare, address: CLOUD, project: 'proj_b' }), 'of another project').toBeNull();
  });

  it('are none where a proxy strips them from everybody, or a site speaks plain http', () => {
    const classify = openClassifier();
    const stripped = { ...bare, acceptLanguage: 'de' };
    for (let request = 0; request < 200; request += 1)
      expect(classify({ headers: stripped, address: CLOUD })).toBeNull();
    const plain = { ...bare, secFetch: null };
    for (let request = 0; request < 200; request += 1)
      expect(classify({ headers: plain, project: 'proj_http' })).toBeNull();
  });

  it('are not missed in browsers that never sent them', () => {
    const classify = openClassifier();
    for (let request = 0; request < 60; request += 1) classify({});
    const old =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15';
    expect(
      classify({ userAgent: old, headers: { ...bare, acceptLanguage: 'de' }, address: CLOUD }),
    ).toBeNull();
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
    const classify = openClassifier();
    const actions = crowd(500, seeded(11));
    expect(actions.filter((action) => classify({ action }) !== null)).toEqual([]);
  });

  it('behind which a crawler works as well leaves its people alone', () => {
    const classify = openClassifier();
    const actions = [...crawler('crawler', 3000, seeded(12)), ...person('person', seeded(13))];
    actions.sort((a, b) => a.at - b.at);
    const found = actions.filter((action) => classify({ action }) !== null).map(({ visitor }) => visitor);
    expect(new Set(found)).toEqual(new Set(['crawler']));
  });
});

describe('what a visitor does', () => {
  it('counts in its project alone', () => {
    const classify = openClassifier();
    const views = crawler('a', 3000, seeded(14));
    const found = views.filter(
      (action, index) => classify({ action, project: `proj_${index % 2}` }) !== null,
    );
    expect(found).toEqual([]);
  });

  it('in bursts is evidence and no proof, and proof with a user agent whose build never was', () => {
    const burst = [2000, 210, 210, 210, 210, 4000, 210, 210, 210, 210];
    const actions = pageviews('a', burst, inTurn);
    const classify = openClassifier();
    expect(actions.map((action) => classify({ action })).filter(Boolean)).toEqual([]);
    const userAgent = USER_AGENT.replace(/Chrome\/[\d.]+/, 'Chrome/60.0.9551.99');
    const other = openClassifier();
    expect(actions.map((action) => other({ action, userAgent })).at(-1)).toMatchObject({
      score: 100,
      reasons: ['unknown_build', 'rapid_requests'],
    });
  });
});
