import { describe, expect, it } from 'vitest';
import { namedAddress, withoutPort, withoutPorts } from '../../src/net/named-address.ts';

describe('an address as proxies and backends write it', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::1', '::1'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%j is %j without its port', (text, address) => {
    expect(withoutPort(text)).toBe(address);
  });

  it('loses its port in each place of a chain', () => {
    expect(withoutPorts('192.0.2.7:1 ,[2001:db8::1]:2, 127.0.0.1:3')).toBe(
      '192.0.2.7, 2001:db8::1, 127.0.0.1',
    );
  });

  it.each([
    [' 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, 10.0.0.1', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['nonsense', null],
    ['', null],
  ])('%j names %j', (text, address) => {
    expect(namedAddress(text)).toBe(address);
  });
});
