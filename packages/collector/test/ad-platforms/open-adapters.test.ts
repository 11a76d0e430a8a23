import { AD_PLATFORMS } from '@cvq/contract';
import { expect, it } from 'vitest';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
} from '../../src/ad-platforms/exchange/platform-apis.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';

it('gives every platform its own adapter', () => {
  const adapters = openAdapters({ addresses: PLATFORM_API_ADDRESSES, versions: PLATFORM_API_VERSIONS });
  expect(Object.keys(adapters).sort()).toEqual([...AD_PLATFORMS].sort());
  for (const name of AD_PLATFORMS) expect(adapters[name].platform).toBe(name);
});
