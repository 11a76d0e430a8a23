import { isDenied } from './consent.ts';
import { ownValues } from './core/own-values.ts';
import { safely } from './core/safely.ts';
import { wireNames } from './core/wire-names.ts';

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

/** Kept for later conversions, in memory, for the life of the page. */
let kept: UserData = {};

/** True for a name of user data, as callers write it or as the wire does. */
export function isUserDataField(name: string): boolean {
  return /^(email|phone|(first|last)_?name|city|state|postal_?code|country)$/i.test(name);
}

/** Keeps user data for the conversions to come, beside or instead of what is kept. */
export function keepUserData(userData: UserData, instead?: boolean): void {
  kept = { ...(!instead && kept), ...ownValues(userData) };
}

/** User data as the wire names it; undefined when there is none that may be sent. */
export function wireUserData(userData: UserData): Record<string, string> | undefined {
  return safely(() => {
    if (window.isSecureContext === false || isDenied('ad_user_data')) return undefined;
    const fields = Object.entries(wireNames(userData))
      .filter(([name, value]) => isUserDataField(name) && value)
      .map(([name, value]) => [name, `${value}`]);
    return fields[0] && Object.fromEntries(fields);
  });
}

/** User data for a conversion: what came with it, over what was found among its properties, over what was kept. */
export function conversionUserData(
  found: Record<string, unknown>,
  userData?: UserData,
): Record<string, string> | undefined {
  return wireUserData({ ...wireNames(kept), ...found, ...wireNames(userData || {}) });
}
