import { createHmac, type KeyObject } from 'node:crypto';
import { truncateAddress } from '../net/address.ts';
import type { Salts } from './daily-salts.ts';

/** What tells apart the visitors that have neither an id of the SDK nor a user id. */
export type VisitorTraits = {
  readonly project: string;
  /** The full address: only its network goes into the hash. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The domain of the page, so that one person on two sites of a project is not followed across them. */
  readonly domain: string | null;
};

export type DailyVisitor = {
  readonly id: string;
  /** The id of the same visitor before midnight, while a session of yesterday may still go on. */
  readonly yesterdaysId: string | null;
};

/** 132 bits in base64url tell visitors apart; the rest of the digest would only fill rows. */
const ID_LENGTH = 22;

/** A visitor for one UTC day, or null without an address: by the browser alone, strangers would be one person. */
export function dailyVisitor(
  traits: VisitorTraits,
  salts: Pick<Salts, 'today' | 'yesterday'>,
): DailyVisitor | null {
  const network = truncateAddress(traits.address);
  if (network === null) return null;
  // As JSON, since a bare concatenation would let one trait run into the next.
  const text = JSON.stringify([traits.project, network, traits.userAgent ?? '', traits.domain ?? '']);
  const { today, yesterday } = salts;
  return { id: keyedHash(today, text), yesterdaysId: yesterday === null ? null : keyedHash(yesterday, text) };
}

function keyedHash(salt: KeyObject, text: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url').slice(0, ID_LENGTH);
}
