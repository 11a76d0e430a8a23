import { expect, it } from 'vitest';
import { isOriginForm, originForm } from '../../src/net/origin-form.ts';

it.each([
  ['/v1/track?a=b', '/v1/track?a=b'],
  ['http://cvq.example.com/v1/track?a=b', '/v1/track?a=b'],
  ['HTTPS://cvq.example.com:8787/', '/'],
  ['http://cvq.example.com', '/'],
  ['http://cvq.example.com?a=b', '/?a=b'],
  ['/page#part', '/page'],
  ['*', '/*'],
  ['/a\u00a0b', '/a%C2%A0b'],
  ['cvq.example.com', '/cvq.example.com'],
])('the target %j is the path %j', (target, path) => {
  expect(originForm(target)).toBe(path);
  expect(isOriginForm(path)).toBe(true);
});
