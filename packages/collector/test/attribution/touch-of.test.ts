import type { ControlStore, ProjectRecord } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { resolveTouch } from '../../src/attribution/resolve-touch.ts';
import { sitesOf } from '../../src/net/hosts.ts';
import { splitPageUrl } from '../../src/net/split-page-url.ts';
import { openEnrichment } from '../../src/track/open-enrichment.ts';

const PAGES = [
  ...[
    'https://shop.example/cart',
    'https://shop.example',
    'https://shop.example/',
    'https://www.shop.example/a',
  ],
  ...[
    'http://shop.example/cart',
    'https://shop.example:8443/cart',
    'https://user@shop.example/cart',
    'HTTPS://Shop.Example/',
  ],
  ...[
    'https://shop.example.evil.example/',
    'https://evil.example\\@shop.example/cart',
    'https:///cart',
    '/cart',
    'cart',
  ],
  ...[
    'https://shop.example/?ref=menu',
    'https://shop.example/?gclid=x',
    'android-app://com.shop/x',
    'https://[::1]/a',
  ],
];
const REFERRERS = [null, 'https://google.com/', 'https://shop.example.de/', 'com.shop', ...PAGES];
const PROJECT = {
  id: 'proj_1',
  domain: 'other.example',
  hosts: null,
  redactedNames: null,
} as unknown as ProjectRecord;

describe('how a page was reached', () => {
  it('is what its address and its referrer say, however often they come', () => {
    const control = {} as ControlStore;
    const { touchOf } = openEnrichment({
      control,
      secret: { sealing: 'secret', alsoOpening: null },
      cityFile: null,
      now: Date.now,
    });
    for (const address of [...PAGES, ...PAGES]) {
      for (const referrer of REFERRERS) {
        const page = splitPageUrl(address);
        const { touch, clickIds } = touchOf({ page, referrer, beside: null, project: PROJECT });
        const expected = resolveTouch({
          query: page?.suffix ?? '',
          referrer: referrer ?? '',
          hostname: page?.hostname ?? null,
          ownHosts: sitesOf(PROJECT),
        });
        const { isTouch, source, channel } = expected;
        expect({ ...touch, address, referrer }).toMatchObject({
          address,
          referrer,
          isTouch,
          source,
          channel,
        });
        expect(clickIds ?? {}).toEqual(expected.addressClickIds);
      }
    }
  });
});
