import { CURRENCIES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';

describe('the known currencies', () => {
  it.each(['EUR', 'USD', 'JPY', 'KWD', 'CLF', 'XCG', 'ZWG', 'BGN'])('hold %s', (code) => {
    expect(CURRENCIES.has(code)).toBe(true);
  });

  it.each(['QQQ', 'EURO', 'eur', 'DEM', '', 'BTC'])('do not hold %j', (code) => {
    expect(CURRENCIES.has(code)).toBe(false);
  });

  it('hold every currency that this Node.js knows', () => {
    expect(Intl.supportedValuesOf('currency').filter((code) => !CURRENCIES.has(code))).toEqual([]);
  });
});
