import type { Client, Visitor } from '@cvq/storage';
import { type Random, seededRandom } from '../../../test/builders/seeded-random.ts';
import { frequentFirst } from './frequent-first.ts';
import {
  BROWSERS,
  CITIES_OF_A_COUNTRY,
  COUNTRIES,
  DEVICES,
  REGIONS_OF_A_COUNTRY,
  SCREENS,
  SYSTEMS,
} from './words.ts';

/** Of each hundred pairs of devices, those whose visitors say who they are; of ten of these, one person's pairs. */
const IDENTIFIED_PERCENT = 12;
const ONE_PERSON_OF_TEN = 3;
/** One identified visitor in so many is a device that two users share. */
const SHARED_DEVICE_EVERY = 25;

/** One browser of the shop: who it is never changes, whenever it is drawn. */
export type ShopVisitor = {
  readonly visitor: Visitor;
  readonly client: Client;
  /** Who signs in there: nobody, one user, or the two who share the device. One user may have two devices. */
  readonly users: readonly string[];
};

export function shopVisitor(number: number, salt: number): ShopVisitor {
  const random = seededRandom(mixed(number, salt));
  return {
    visitor: { id: idOf(random.next(), number, salt), source: 'sdk' },
    client: clientOf(random),
    users: usersOf(number, salt),
  };
}

/** 32 bits that follow from two numbers and look like neither. */
export function mixed(number: number, salt: number): number {
  let bits = Math.imul(number ^ salt, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** As the SDK makes ids: a time of birth and 64 bits of chance. */
function idOf(chance: number, number: number, salt: number): string {
  const born = 1_760_000_000_000 + Math.floor(chance * 30_000_000_000);
  return `${born}_${mixed(number, salt + 1)}${mixed(number, salt + 2)}`;
}

function usersOf(number: number, salt: number): readonly string[] {
  const pair = number >> 1;
  const chance = mixed(pair, salt + 3);
  if (chance % 100 >= IDENTIFIED_PERCENT) return [];
  const hasBoth = (chance >>> 8) % 10 < ONE_PERSON_OF_TEN;
  const user = `customer-${(hasBoth ? pair * 2 : number) + 1}`;
  return (chance >>> 16) % SHARED_DEVICE_EVERY === 0 ? [user, `customer-${number + 1}-partner`] : [user];
}

function clientOf(random: Random): Client {
  const browser = frequentFirst(random, BROWSERS);
  const browserVersion = String(140 + random.rank(6));
  const os = frequentFirst(random, SYSTEMS);
  const country = frequentFirst(random, COUNTRIES);
  const city = random.rank(CITIES_OF_A_COUNTRY);
  return {
    userAgent: `Mozilla/5.0 (${os}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}/${browserVersion}.0.0.0 Safari/537.36`,
    browser,
    browserVersion,
    os,
    osVersion: null,
    device: frequentFirst(random, DEVICES),
    screen: frequentFirst(random, SCREENS),
    language: country === 'DE' ? 'de-DE' : random.chance(0.8) ? 'en-GB' : 'fr-FR',
    country,
    region: `${country} region ${city % REGIONS_OF_A_COUNTRY}`,
    city: `${country} city ${city}`,
  };
}
