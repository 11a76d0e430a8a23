import { describe, expect, it } from 'vitest';
import { readLink } from '../../src/attribution/read-link.ts';
import { resolveTouch } from '../../src/attribution/resolve-touch.ts';

const idIn = (query: string) => readLink(query).campaignId;
const touchOf = (query: string) => resolveTouch({ query, referrer: '', ownHosts: ['shop.example'] });

/** As the platforms and those who write templates for them have it. */
const LINKS: readonly (readonly [name: string, query: string, id: string | null])[] = [
  [
    'an ad of Google',
    '?gad_source=1&gad_campaignid=20030909980&gbraid=0AAAAADlh&gclid=Cj0KCQj',
    '20030909980',
  ],
  [
    'an ad of Google with HubSpot',
    '?utm_campaign=Search&utm_source=adwords&utm_medium=ppc&hsa_acc=1000814248&hsa_cam=19805640930&hsa_grp=15257&gclid=EAI',
    '19805640930',
  ],
  [
    'an ad of Meta',
    '?utm_source=facebook&utm_medium=paid_social&utm_campaign=Spring&utm_id=120210000000000123&fbclid=IwZX',
    '120210000000000123',
  ],
  [
    'an ad of Meta by hand',
    '?utm_source=fb&campaign_id=120210000000000123&adset_id=12&ad_id=13',
    '120210000000000123',
  ],
  ['an ad of Microsoft', '?utm_source=bing&utm_medium=cpc&utm_id=412345678&msclkid=1a2b', '412345678'],
  ['an ad of Microsoft by hand', '?campaignid=412345678&msclkid=1a2b', '412345678'],
  [
    'an ad of TikTok',
    '?utm_source=tiktok&utm_medium=paid&utm_id=1790000000000001&ttclid=E.C',
    '1790000000000001',
  ],
  ['a newsletter', '?utm_source=news&utm_medium=email&utm_campaign=autumn', null],
];

describe('the id of a campaign', () => {
  it.each(LINKS)('is read from the link of %s', (_, query, id) => {
    expect(idIn(query)).toBe(id);
    expect(touchOf(query)).toMatchObject({ isTouch: true, campaignId: id });
  });

  it.each([
    ['?campaignid=5&campaign_id=4&hsa_cam=3&gad_campaignid=2&utm_id=1', '1'],
    ['?campaignid=5&campaign_id=4&hsa_cam=3&gad_campaignid=2', '2'],
    ['?campaignid=5&campaign_id=4&hsa_cam=3', '3'],
    ['?campaignid=5&campaign_id=4', '4'],
    ['?utm_id=&gad_campaignid=2', '2'],
    ['?utm_id=(not%20set)&gad_campaignid=2', '2'],
  ])('of %s is the first in the order of rank: %s', (query, id) => {
    expect(idIn(query)).toBe(id);
  });

  it.each(['{campaignid}', '{{campaign.id}}', '%7BCampaignId%7D', '__CAMPAIGN_ID__'])(
    'is not %s, which no platform has filled in',
    (placeholder) => {
      expect(idIn(`?utm_source=x&utm_id=${placeholder}`)).toBeNull();
      expect(idIn(`?utm_source=x&utm_id=${placeholder}&gad_campaignid=2`)).toBe('2');
    },
  );

  it.each([
    ['Spring_2026', 'Spring_2026'],
    ['%20123%20', '123'],
    ['a+b', 'a b'],
    ['9'.repeat(300), '9'.repeat(255)],
  ])('written %s is %s: in its own case, without space around it, cut', (raw, id) => {
    expect(idIn(`?utm_id=${raw}`)).toBe(id);
  });

  it.each(['utm_id', 'gad_campaignid', 'hsa_cam', 'campaign_id', 'campaignid'])(
    'in %s makes no touch and changes no word of one',
    (name) => {
      expect(touchOf(`?${name}=123`)).toEqual({ ...touchOf(''), campaignId: '123' });
      const other = '?utm_source=news&gclid=Cj0';
      expect(touchOf(`${other}&${name}=123`)).toEqual({ ...touchOf(other), campaignId: '123' });
    },
  );
});
