import { CLICK_ID_FAMILIES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { decidingClickId, knownClickIds } from '../../src/attribution/known-click-ids.ts';
import { readLink } from '../../src/attribution/read-link.ts';
import { sourceOfName } from '../../src/attribution/referrer-sources.ts';
import { CLICK_ID_ROWS, NETWORK_SOURCES } from '../../src/attribution/tables/click-ids.ts';

const READINGS: readonly [query: string, clickIds: Record<string, string>][] = [
  ['', {}],
  ['?gclid=Cj0KCQ_-aB', { gclid: 'Cj0KCQ_-aB' }],
  ['gclid=x', { gclid: 'x' }],
  ['?a=1&fbclid=IwAR0AbC&b=2', { fbclid: 'IwAR0AbC' }],
  ['?GCLID=AbC', { gclid: 'AbC' }],
  ['?sccid=AbC', { ScCid: 'AbC' }],
  ['?ScCid=AbC', { ScCid: 'AbC' }],
  ['?ransiteid=Q-1', { ranSiteID: 'Q-1' }],
  ['?gclid=1&fbclid=2&msclkid=3', { gclid: '1', fbclid: '2', msclkid: '3' }],
  // Empty ones prove nothing; the first that is not empty counts.
  ['?gclid=', {}],
  ['?gclid', {}],
  ['?gclid&fbclid=1', { fbclid: '1' }],
  ['?gclid=%20', {}],
  ['?gclid=&gclid=b', { gclid: 'b' }],
  ['?gclid=a&gclid=b', { gclid: 'a' }],
  // As sent
  ['?epik=dj0yJnU9%3D%3D', { epik: 'dj0yJnU9==' }],
  ['?ttclid=a+b', { ttclid: 'a+b' }],
  // What no network makes a click id of, and an e-mail address in any spelling
  ['?ttclid=%20a%20', {}],
  ['?gclid=a%2', {}],
  ['?gclid=ada@shop.example', {}],
  ['?gclid=ada%2540shop.example', {}],
  ['?fbclid=ada%EF%BC%A0shop.example', {}],
  ['?msclkid=ada%26%2364%3Bshop.example&gclid=Cj0K-_a', { gclid: 'Cj0K-_a' }],
  ['?gclid=a=b', { gclid: 'a=b' }],
  ['?gcl%69d=a', { gclid: 'a' }],
  ['?x=1&amp;gclid=a', { gclid: 'a' }],
  ['?gclid=a#gclid=b', { gclid: 'a' }],
  ['#gclid=b', {}],
  [`?gclid=${'a'.repeat(1024)}`, { gclid: 'a'.repeat(1024) }],
  [`?gclid=${'a'.repeat(1025)}`, {}],
  // Of Google Ads, also where Search Ads 360 manages its account; and of others, whose click may be one on Bing
  ['?gclid=a&gclsrc=', { gclid: 'a' }],
  ['?gclid=a&gclsrc=aw', { gclid: 'a' }],
  ['?gclsrc=aw.ds&gclid=a', { gclid: 'a' }],
  ['?gclid=a&gclsrc=ds&gbraid=b', { gbraid: 'b' }],
  ['?gclid=a&gclsrc=3p.ds&msclkid=a', { msclkid: 'a' }],
  ['?GCLID=a&GCLSRC=3P%2Eds', {}],
  ['?gclid=a&gclsrc=gf', {}],
  // Hints and marks of mailings are no click ids.
  ['?gad_source=1&gad_campaignid=2&gclsrc=aw.ds&mc_cid=1&_hsenc=2&igshid=3&fbp=4', {}],
  ['?notgclid=1&gclidx=2', {}],
];

describe('click ids', () => {
  it.each(READINGS)('in %s are %o', (query, clickIds) => {
    expect(readLink(query).clickIds).toEqual(clickIds);
  });

  it.each(CLICK_ID_ROWS)('include $name', ({ name }) => {
    expect(readLink(`?${name}=Value1`).clickIds).toEqual({ [name]: 'Value1' });
    expect(knownClickIds({ [name.toUpperCase()]: 'Value1' })).toEqual({ [name]: 'Value1' });
  });

  it('beside an address are taken only if they are known and texts', () => {
    const beside = {
      gclid: 'a',
      fbclid: '',
      msclkid: 3,
      ttclid: null,
      __proto__: { twclid: 'x' },
      nothing: 'x',
    };
    expect(knownClickIds(beside)).toEqual({ gclid: 'a' });
  });

  it.each([
    [{ fbclid: '1', gclid: '2' }, 'gclid'],
    [{ epik: '1', awc: '2' }, 'awc'],
    [{ awc: '1', ttclid: '2' }, 'ttclid'],
    [{ dclid: '1', gclid: '2' }, 'gclid'],
    [{ click_id: '1', fbclid: '2' }, 'fbclid'],
  ])('%o are decided by %s', (clickIds, name) => {
    expect(decidingClickId(clickIds)?.name).toBe(name);
  });
});

describe('the table of click ids', () => {
  it('has the names that the SDK knows, and no others', () => {
    const names = CLICK_ID_ROWS.map(({ name }) => name);
    expect(CLICK_ID_FAMILIES.split(/[ +]/).sort()).toEqual(names.sort());
  });

  it('ranks those that prove a click first', () => {
    const ranks = CLICK_ID_ROWS.map(({ proves }) => ['cpc', 'display', 'affiliate', null].indexOf(proves));
    expect(ranks).toEqual(ranks.toSorted());
  });

  it('has each name once', () => {
    const names = CLICK_ID_ROWS.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('names networks by sources of the other tables, unless they only place ads', () => {
    const unlisted = Object.values(NETWORK_SOURCES)
      .flat()
      .filter((name) => sourceOfName(name).kind === 'other');
    expect(unlisted).toEqual([
      'outbrain',
      'taboola',
      'impact',
      'awin',
      'cj',
      'rakuten-advertising',
      'tradedoubler',
    ]);
  });
});
