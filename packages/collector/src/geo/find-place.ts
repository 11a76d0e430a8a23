import { LRUCache } from 'lru-cache';
import { type Address, networkOf, parseAddress, spellAddress } from '../net/address.ts';
import { NETWORKS_NOWHERE } from '../net/special-networks.ts';
import { countryData } from './country-data.ts';
import { openCityFile } from './open-city-file.ts';
import type { GeoFile, GeoRecord } from './open-geo-file.ts';
import { NOWHERE, type Place } from './place.ts';

export type FindPlace = (address: string) => Place;

/** Strangers choose the addresses, so what is remembered is bounded. */
const REMEMBERED_PLACES = 10_000;

/** The bits of the networks that `networkOf` gives. */
const NETWORK_BITS = { 4: 24, 6: 48 } as const;

const MAX_BITS = 128;
const MAX_NAME_LENGTH = 128;

/** A place, and how many leading bits all addresses share for which it holds. */
type Located = { readonly place: Place; readonly prefixLength: number };

const UNKNOWN: Located = { place: NOWHERE, prefixLength: 0 };

/**
 * A function that finds the country of an address by the data that comes with cvq, and region and city too where a
 * file with cities is configured. It never throws.
 * @throws BrokenGeoFile at once when the configured file is unusable.
 */
export function openPlaces(cityFile: string | null): FindPlace {
  const cities = cityFile === null ? null : openCityFile(cityFile);
  const byNetwork = new LRUCache<string, Place>({ max: REMEMBERED_PLACES });
  const byAddress = new LRUCache<string, Place>({ max: REMEMBERED_PLACES });

  return (text) => {
    const address = parseAddress(text);
    if (address === null) return NOWHERE;
    const network = networkOf(address);
    const known = byNetwork.get(network) ?? (byAddress.size > 0 ? byAddress.get(text) : undefined);
    if (known !== undefined) return known;
    const { place, prefixLength } = locate(address, cities);
    // The data itself says for which network its answer holds. Where that is a part of the truncated network only,
    // a neighbour may be elsewhere, and the answer is kept for this address alone.
    if (prefixLength <= NETWORK_BITS[address.family]) byNetwork.set(network, place);
    else byAddress.set(text, place);
    return place;
  };
}

function locate(address: Address, cities: GeoFile | null): Located {
  if (NETWORKS_NOWHERE.has(spellAddress(address))) return UNKNOWN;
  const detailed = cities === null ? UNKNOWN : look(cities, address);
  if (detailed.place.country !== null) return detailed;
  const { place, prefixLength } = look(countryData(), address);
  return {
    place: { ...detailed.place, country: place.country },
    prefixLength: Math.max(prefixLength, detailed.prefixLength),
  };
}

/** A damaged record costs one place, never an event. */
function look(file: GeoFile, address: Address): Located {
  try {
    const { record, prefixLength } = file.find(address);
    return { place: placeOf(record ?? {}), prefixLength };
  } catch {
    return { place: NOWHERE, prefixLength: MAX_BITS };
  }
}

function placeOf({ country, country_code, subdivisions, state1, city }: GeoRecord): Place {
  const code = country?.iso_code ?? country_code;
  const region = subdivisions?.[0]?.names?.en ?? subdivisions?.[0]?.iso_code ?? state1;
  return {
    country: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null,
    region: text(region),
    city: text(typeof city === 'object' ? city?.names?.en : city),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_LENGTH) : null;
}
