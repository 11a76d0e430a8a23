import { createRequire } from 'node:module';
import type { Address } from '../net/address.ts';
import { type GeoFile, openGeoFile } from './open-geo-file.ts';

const require = createRequire(import.meta.url);

let opened: GeoFile | null = null;

/**
 * The data that comes with cvq, countries by network: eight megabytes, read when first needed and once per thread. It
 * is in the public domain (CC0), and derived from the statistics of the regional internet registries, which the
 * Number Resource Organization (nro.net) publishes under CC BY 4.0.
 */
export function countryData(): GeoFile {
  opened ??= withoutRegistrysSeat(
    openGeoFile(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
  );
  return opened;
}

/**
 * The first IPv6 blocks of APNIC: for most of their networks, Japanese, Korean, Chinese, the data names Australia,
 * where the registry has its seat (134 of 176 that two other databases agree on).
 */
const EARLY_APNIC_BLOCKS = new Set([0x2_00, 0xc_00, 0xe_00]);

/** No country is told where the data would tell the registry's. */
function withoutRegistrysSeat(file: GeoFile): GeoFile {
  return {
    find(address) {
      const record = file.find(address);
      return record?.country_code === 'AU' && isEarlyApnic(address) ? null : record;
    },
  };
}

function isEarlyApnic(address: Address): boolean {
  if (address.family === 4) return false;
  const [first, second = 0] = address.groups;
  return first === 0x20_01 && EARLY_APNIC_BLOCKS.has(second & 0xfe_00);
}
