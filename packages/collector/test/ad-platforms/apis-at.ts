import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
  type PlatformApis,
} from '../../src/ad-platforms/exchange/platform-apis.ts';

/** The APIs of all platforms, spoken to at one address, as a mock has it. */
export function apisAt(address: string): PlatformApis {
  const names = Object.keys(PLATFORM_API_ADDRESSES);
  const addresses = Object.fromEntries(names.map((name) => [name, address]));
  return { addresses: addresses as PlatformApis['addresses'], versions: PLATFORM_API_VERSIONS };
}
