import type { UserData } from '@cvq/contract';
import { separateUserData as separate } from '@cvq/contract/separate-user-data';

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
  const { properties: kept, found } = separate(properties);
  for (const _ in found) return { properties: kept, userData: { ...found, ...withoutGaps(userData) } };
  return { properties: kept, userData };
}

function withoutGaps(userData: UserData | null | undefined): UserData {
  return Object.fromEntries(Object.entries(userData ?? {}).filter(([, value]) => value));
}
