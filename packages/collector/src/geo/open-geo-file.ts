import { type CityResponse, Reader } from 'mmdb-lib';
import { readGivenFile } from '../files/read-given-file.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import { type Address, spellAddress } from '../net/address.ts';

type Named = { readonly iso_code?: string; readonly names?: { readonly en?: string } };

/**
 * A record of a geo database: nested as in MaxMind's GeoIP2 and GeoLite2, or flat as in the files of ip-location-db.
 * Whatever the file says that it is, any of this may be missing.
 */
export type GeoRecord = {
  readonly country?: Named;
  readonly subdivisions?: readonly Named[];
  readonly city?: Named | string;
  readonly country_code?: string;
  readonly state1?: string;
};

export type GeoFile = {
  /** The record of an address; null where there is none. */
  find(address: Address): GeoRecord | null;
};

/** A file that is not a usable MaxMind database. The message names it. */
export class BrokenGeoFile extends Error {
  override readonly name = 'BrokenGeoFile';
}

/** Zero bytes between the tree and the data. */
const SEPARATOR_BYTES = 16;

/** The most that Node.js reads at once, and many times what there is of the whole world. */
const MAX_BYTES = 2 ** 31 - 1;

/** @throws BrokenGeoFile when the file cannot be read, is of another kind, or is cut off. */
export function openGeoFile(path: string): GeoFile {
  const reader = openReader(path);
  const { ipVersion } = reader.metadata;
  return {
    find(address) {
      // The tree of a file for IPv4 only would answer an IPv6 address by its first 32 bits.
      if (address.family > ipVersion) return null;
      return reader.get(spellAddress(address)) as GeoRecord | null;
    },
  };
}

function openReader(path: string): Reader<CityResponse> {
  try {
    const bytes = readGivenFile(path, { atMost: MAX_BYTES });
    if (bytes.length === 0) throw new UnreadableFile('is empty');
    const reader = new Reader<CityResponse>(bytes);
    const { nodeCount, searchTreeSize } = reader.metadata;
    if (!(nodeCount > 0 && searchTreeSize + SEPARATOR_BYTES < bytes.length)) throw new Error('it is cut off');
    return reader;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const reason = error instanceof UnreadableFile ? `it ${words}` : words;
    throw new BrokenGeoFile(`${path} is not a usable MaxMind database (.mmdb): ${reason}`);
  }
}
