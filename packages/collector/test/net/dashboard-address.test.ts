import { describe, expect, it } from 'vitest';
import { dashboardAddress, isBesideDashboard, isDashboardHost } from '../../src/net/dashboard-address.ts';

const at = (baseUrl: string | null, host = '127.0.0.1') => dashboardAddress({ baseUrl, host }, 8787);

describe('the address of the dashboard', () => {
  it.each([
    [null, '127.0.0.1', 'http://localhost:8787', 'http://127.0.0.1:8787'],
    [null, '0.0.0.0', 'http://localhost:8787', 'http://127.0.0.1:8787'],
    [null, '::1', 'http://localhost:8787', 'http://[::1]:8787'],
    [null, '127.0.0.2', 'http://127.0.0.2:8787', 'http://localhost:8787'],
    [null, '192.168.1.5', 'http://192.168.1.5:8787', 'http://192.168.1.5:8787'],
    [null, 'fd00::5', 'http://[fd00::5]:8787', 'http://[fd00::5]:8787'],
    ['http://127.0.0.1:9000', '127.0.0.1', 'http://127.0.0.1:9000', 'http://localhost:8787'],
    ['https://Stats.Example.com', '0.0.0.0', 'https://stats.example.com', 'https://stats.example.com'],
    ['https://example.com/cvq', '0.0.0.0', 'https://example.com', 'https://example.com'],
  ])('of %s, listening on %s, is %s, and the shop is at %s', (baseUrl, host, origin, shopOrigin) => {
    expect(at(baseUrl, host)).toMatchObject({ origin, shopOrigin });
  });

  it('is safe to sign in at over https, and on the own machine', () => {
    expect(at('https://stats.example.com')).toMatchObject({ isSecure: true, isLoopback: false });
    expect(at(null)).toMatchObject({ isSecure: false, isLoopback: true });
    expect(at('http://127.0.0.1:9000').isLoopback).toBe(true);
    for (const host of [
      'http://192.168.1.5:8787',
      'http://stats.example.com',
      'http://localhost.example.com',
    ])
      expect(at(host)).toMatchObject({ isSecure: false, isLoopback: false });
  });
});

describe('a Host header', () => {
  it.each(['stats.example.com', 'STATS.example.com', 'stats.example.com:443'])('%s names it', (header) => {
    expect(isDashboardHost(header, at('https://stats.example.com'))).toBe(true);
  });

  it.each([
    undefined,
    '',
    'example.com',
    'evil.example',
    'stats.example.com.',
    'stats.example.com:80',
    'stats.example.com:8443',
    'stats.example.com@evil.example',
    'evil.example#stats.example.com',
    'evil.example/stats.example.com',
    'stats.example.com, evil.example',
    'stats.example.com evil.example',
    'st\u0430ts.example.com',
    '[stats.example.com]',
    ':443',
  ])('%j does not', (header) => {
    expect(isDashboardHost(header, at('https://stats.example.com'))).toBe(false);
  });

  it.each(['127.0.0.1:8787', '[::1]:8787', 'shop.localhost:8787', '127.1.2.3:8787'])(
    '%s is the own machine beside it',
    (header) => {
      expect(isBesideDashboard(header, at(null))).toBe(true);
      expect(isDashboardHost(header, at(null))).toBe(false);
    },
  );

  it.each([
    '127.0.0.1',
    '127.0.0.1:1',
    'evil.example:8787',
    '192.168.1.5:8787',
    '127.0.0.1.evil.example:8787',
  ])('%s is not', (header) => {
    expect(isBesideDashboard(header, at(null))).toBe(false);
    expect(isBesideDashboard(header, at('https://stats.example.com'))).toBe(false);
  });
});
