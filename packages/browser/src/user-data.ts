import { separateUserData } from '@cvq/contract/separate-user-data';
import { isDenied } from './consent.ts';
import { json } from './core/json.ts';
import { person, setPerson } from './core/known-person.ts';
import { ownValues } from './core/own-values.ts';
import { safely } from './core/safely.ts';
import { isTracking } from './core/start.ts';
import { mayStore } from './core/storage.ts';
import { warn } from './core/warn.ts';
import { wireNames } from './core/wire-names.ts';
import { userIdNow } from './user-id.ts';

/** What a customer said of themselves. It is hashed by the collector and never kept by the browser. */
export type UserData = {
  email?: string;
  /** E.164, such as +491701234567. */
  phone?: string;
  firstName?: string;
  lastName?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
};

/** True for a name of user data, as callers write it or as the wire does. */
export function isUserDataField(name: string): boolean {
  return /^(email|phone|(first|last)_?name|city|state|postal_?code|country)$/i.test(name);
}

/**
 * Takes user data out of properties, where people put it by mistake: it would rest on the device in the clear. Items are
 * products, and stay as the page passed them.
 */
export function partUserData(type: string, data: object): ReturnType<typeof separateUserData> {
  const { items, ...values } = ownValues(data);
  const entries = Object.entries(values);
  const isHolder = ([, value]: [string, unknown]) => typeof value === 'object';
  // What the page passes may have no end, or throw when it is read.
  const holders = JSON.parse(
    json({ event_type: type, properties: Object.fromEntries(entries.filter(isHolder)) }),
  );
  const plain = Object.fromEntries(entries.filter((entry) => !isHolder(entry)));
  const { properties, found } = separateUserData({ ...plain, ...holders.properties });
  return { properties: { ...properties, items }, found };
}

/** Who is here. Nobody else is known before the start, nor where nothing of a visitor may be kept. */
function userNow(): string | null {
  return isTracking() && mayStore() ? userIdNow() : person.owner || null;
}

/**
 * What is kept of this user. It goes when another one is here or nobody is, whichever window of the site said so. A guest
 * who says who they are stays the same person.
 */
function keptOf(user: string | null): Record<string, unknown> {
  const { clearUser, owner, userData } = person;
  const kept = owner && owner !== user ? {} : { ...userData };
  setPerson({ clearUser, owner: user, userData: kept });
  return kept;
}

/** Keeps user data for the conversions to come, beside what is kept of the same user. */
export function keepUserData(userData: UserData, user = userNow()): void {
  // What was said under denial is not sent later, unless it is said again.
  const said = isDenied('ad_user_data') ? {} : ownValues(userData);
  const kept = keptOf(user);
  setPerson({ ...person, userData: { ...kept, ...said } });
}

/** User data as the wire names it; undefined when there is none that may be sent. Over plain http anybody could read it. */
export function wireUserData(userData: UserData): Record<string, string> | undefined {
  return safely(() => {
    const fields = Object.entries(wireNames(userData))
      .filter(([name, value]) => isUserDataField(name) && value)
      // Who has not written two words as two has meant them.
      .map(([name, value]) => [name.replace(/_?(name|code)$/, '_$1'), `${value}`]);
    if (!fields[0] || isDenied('ad_user_data')) return undefined;
    if (window.isSecureContext !== false) return Object.fromEntries(fields);
    warn('insecure-page');
    return undefined;
  });
}

/** User data for a conversion: what came with it, over what was found among its properties, over what was kept. */
export function conversionUserData(
  found: Record<string, unknown>,
  userData?: UserData,
): Record<string, string> | undefined {
  return wireUserData({ ...wireNames(keptOf(userNow())), ...found, ...wireNames(userData || {}) });
}
