import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readAddress } from '../src/address/address.ts';

// The modules of the dashboard read where the page is as soon as they are loaded.
vi.stubGlobal('location', { pathname: '/', search: '' });
const { choose, followRouter, isInProject, item, page, project, state, url } = await import(
  '../src/address/location.ts'
);
vi.unstubAllGlobals();

beforeEach(() => {
  followRouter((address) => {
    url.value = address;
  });
});

describe('a choice', () => {
  it.each([
    ['another range', { range: { preset: 'today' } }],
    ['another filter', { filters: ['country:is:DE'] }],
    ['a segment', { segment: 'seg_1' }],
    ['bots', { bots: 'included' }],
    ['a search', { search: 'x' }],
    ['another order', { sort: '-events' }],
  ] as const)(
    'of %s begins lists anew: nothing further down, nothing open and nothing marked',
    (_, change) => {
      url.value = '/proj_1/conversions?type=purchase&offset=50&open=del_1&mark=all&after=cursor';
      choose(change);
      const { offset, open, list } = state.value;
      expect({ offset, open }).toEqual({ offset: 0, open: null });
      expect(list).toEqual(readAddress('?type=purchase').list);
      expect(state.value).toMatchObject(change);
    },
  );

  it('of a page of a list is a page of the same list', () => {
    url.value = '/proj_1/list/page?search=x&sort=-events';
    choose({ offset: 50 });
    expect(url.value).toBe('/proj_1/list/page?sort=-events&offset=50&search=x');
    url.value = '/proj_1/webhooks?after=cursor';
    choose({ list: state.value.list, open: 'del_1' });
    expect(url.value).toBe('/proj_1/webhooks?open=del_1&after=cursor');
  });
});

describe('a path', () => {
  it('is decoded once, part by part', () => {
    url.value = '/proj_1/list/property:a%2Fb%2520c?range=7d';
    expect([project.value, page.value, item.value]).toEqual(['proj_1', 'list', 'property:a/b%20c']);
  });

  it.each(['/proj_1/list/%', '/proj_1/list/%E0%A4%A', '/proj_1/conversions/%E0%A4%A', '/proj_%/events'])(
    'that cannot be decoded, as %s, is that of no page of a project',
    (path) => {
      url.value = path;
      expect([isInProject.value, item.value]).toEqual([false, null]);
    },
  );

  it.each(['/proj_a%2F..%2Fproj_b', '/proj_a%3Fx', '/proj_a.b', '/prox_1'])(
    'that begins with what no project is called, as %s, is that of no page of a project',
    (path) => {
      url.value = path;
      expect(isInProject.value).toBe(false);
    },
  );
});
