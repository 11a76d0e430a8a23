import { expect, it } from 'vitest';
import { endpointNames } from '../src/words/endpoint-names.ts';

const long = '/x'.repeat(30);

it.each<[why: string, urls: readonly string[], names: readonly string[]]>([
  [
    'alone at their hosts by these',
    ['https://a.example/hook?token=1', 'https://b.example:8443/'],
    ['a.example', 'b.example:8443'],
  ],
  [
    'at one host by their paths as well',
    ['https://a.example/orders', 'https://a.example/leads?token=1', 'https://b.example/'],
    ['a.example/orders', 'a.example/leads', 'b.example'],
  ],
  [
    'at one path by the end of their ids, and by no token',
    ['https://a.example/hook?token=1', 'https://a.example/hook?token=2', 'https://a.example/other'],
    ['a.example idend0', 'a.example idend1', 'a.example/other'],
  ],
  [
    'at a long path by the end of their ids',
    [`https://a.example${long}`, 'https://a.example/'],
    ['a.example idend0', 'a.example/'],
  ],
])('endpoints are called %s', (_, urls, names) => {
  const endpoints = urls.map((url, index) => ({ id: `whe_0123456789idend${index}`, url }));
  expect([...endpointNames(endpoints).values()]).toEqual(names);
});
