import type { UserData } from '@cvq/contract';
import { userDataFieldOf } from '@cvq/contract/redact';

/** What an event says of its user, in its properties and apart from them. */
type Told = {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly userData: UserData | null | undefined;
};

/**
 * Takes user data out of the properties of a conversion, where callers put it by mistake. What the event calls user data
 * itself goes first.
 */
export function separateUserData({ properties, userData }: Told): Told {
  const kept: Record<string, unknown> = {};
  const found: UserData = {};
  for (const name in properties) {
    const field = userDataFieldOf(snakeCase(name), properties[name]);
    if (field === undefined) kept[name] = properties[name];
    else found[field] ??= String(properties[name]);
  }
  for (const _ in found) return { properties: kept, userData: { ...found, ...withoutGaps(userData) } };
  return { properties, userData };
}

function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function withoutGaps(userData: UserData | null | undefined): UserData {
  return Object.fromEntries(Object.entries(userData ?? {}).filter(([, value]) => value));
}
