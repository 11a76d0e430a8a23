import { expect, it } from 'vitest';
import { splitPageUrl } from '../../src/net/split-page-url.ts';

it.each([
  // What is no route stays behind the page, as it was written.
  ['https://a.example/list?x=1#top', 'https://a.example/list', '?x=1#top', '/list'],
  ['https://a.example/list#', 'https://a.example/list', '#', '/list'],
  ['https://a.example/list?next=#/x', 'https://a.example/list#/x', '?next=', '/list#/x'],
  ['https://a.example/?a=b/c', 'https://a.example/', '?a=b/c', '/'],
  // A route goes with the page, and its query with that of the address.
  ['https://a.example/#/list', 'https://a.example/#/list', '', '/#/list'],
  ['https://a.example#/list', 'https://a.example#/list', '', '/#/list'],
  ['https://a.example/#!/list/', 'https://a.example/#!/list/', '', '/#!/list/'],
  ['https://a.example/?a=1#/list?b=2#top', 'https://a.example/#/list', '?a=1&b=2#top', '/#/list'],
  ['https://a.example/#/list?b=2?', 'https://a.example/#/list', '?b=2?', '/#/list'],
  ['/app?a=1#/list', '/app#/list', '?a=1', '/app#/list'],
  ['file:///a.html#/list', 'file:///a.html#/list', '', '/a.html#/list'],
  // The first route is the page without one.
  ['https://a.example/#/', 'https://a.example/', '#/', '/'],
  ['https://a.example/?#!/', 'https://a.example/', '#!/', '/'],
  ['https://a.example/#/?a=1', 'https://a.example/', '?a=1#/', '/'],
  ['about:srcdoc#/list', 'about:srcdoc#/list', '', null],
])(
  '%s is split into page and rest, which make one address that is split alike',
  (address, url, suffix, path) => {
    const page = splitPageUrl(address);
    expect(page).toMatchObject({ url, suffix, path });
    expect(splitPageUrl(url + suffix)).toEqual(page);
  },
);
