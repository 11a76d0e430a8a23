import type { Role } from '@cvq/contract';

/** Each role in words, the least first. */
const ROLE_WORDS: readonly (readonly [role: Role, words: string])[] = [
  ['viewer', 'Viewer: looks, and changes nothing'],
  ['member', 'Member: also notes, segments and retries'],
  ['admin', 'Admin: also settings, keys and members'],
  ['owner', 'Owner: everything, and makes owners'],
];

/** The roles that somebody with this one can give: only owners make owners. */
export function rolesToGive(own: Role): readonly (readonly [role: Role, words: string])[] {
  return ROLE_WORDS.filter(([role]) => role !== 'owner' || own === 'owner');
}
