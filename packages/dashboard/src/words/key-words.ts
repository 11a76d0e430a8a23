import type { AccountKey, KeyExpiry, Scope } from '@cvq/contract';
import type { Calendar } from './dates.ts';
import { dayAndClock, longDay } from './moments.ts';

/** What a scope opens, as the form offers it. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'projects:read': 'See which projects there are',
  'analytics:read': 'Read figures: visitors, visits, pages, sources, events',
  'conversions:read': 'Read conversions one by one, and what ad platforms did with them',
  'conversions:write': 'Have conversions tried again at ad platforms',
  'spend:read': 'Read what ads cost',
  'bots:read': 'Read figures of bots',
};

/** Whether a scope comes with others that are chosen: whatever reads sees which projects there are. */
export function comesAlong(scope: Scope, chosen: readonly Scope[]): boolean {
  return scope === 'projects:read' && chosen.some((one) => one !== scope && one.endsWith(':read'));
}

/** When a key ends, as the form offers it. */
export const EXPIRY_WORDS: Readonly<Record<KeyExpiry, string>> = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  never: 'Never',
};

/** What a key reaches. `names`: domains of projects by id. */
export function reachWords(
  { projects, agency_wide: isWide }: Pick<AccountKey, 'projects' | 'agency_wide'>,
  names: ReadonlyMap<string, string>,
): string {
  if (isWide) return 'every client of the agency';
  if (projects === 'all') return 'all projects';
  if (projects.length === 0) return 'no project: those it had are deleted, moved, or of a former client';
  return projects.map((id) => names.get(id) ?? id).join(', ');
}

/** Whether it has neither ended nor been revoked. */
export function isInForce({ state }: Pick<AccountKey, 'state'>): boolean {
  return state === 'active' || state === 'no_project';
}

/** When it was used last, and when it ends. */
export function timeWords(key: AccountKey, calendar: Calendar): string {
  const used =
    key.last_used_at === null ? 'never used' : `last used ${dayAndClock(key.last_used_at, calendar)}`;
  if (key.state === 'revoked') return `${used} · revoked`;
  if (key.expires_at === null) return `${used} · never ends`;
  const end = longDay(key.expires_at, calendar);
  return `${used} · ${key.state === 'expired' ? 'ended' : 'ends'} ${end}`;
}

/** Who made it, and when. */
export function madeWords(key: Pick<AccountKey, 'created_at' | 'created_by'>, calendar: Calendar): string {
  const by = key.created_by === null ? '' : ` by ${key.created_by}`;
  return `made${by} on ${longDay(key.created_at, calendar)}`;
}
