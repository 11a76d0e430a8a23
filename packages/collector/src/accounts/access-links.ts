import { randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@cvq/contract';
import type { AccessLink, AccessLinkKind, ControlStore, Member } from '@cvq/storage';
import { hashToken, randomBase62 } from '../keys/token.ts';

/** Random bytes, so many. */
export type RandomBytes = (bytes: number) => Uint8Array;

/** 256 bits: nobody guesses one, so that nothing has to slow down who tries. */
const TOKEN_BYTES = 32;

/** Where each leads, and for how long it is good. */
const KINDS: Readonly<Record<AccessLinkKind, { readonly path: string; readonly goodForMs: number }>> = {
  set_up: { path: '/setup', goodForMs: 60 * MINUTE_MS },
  demo: { path: '/open-demo', goodForMs: 30 * DAY_MS },
  invitation: { path: '/invitation', goodForMs: 7 * DAY_MS },
  reset: { path: '/reset', goodForMs: 60 * MINUTE_MS },
};

/** The pages of the dashboard that links lead to. */
export const LINK_PATHS: readonly string[] = Object.values(KINDS).map(({ path }) => path);

/** A new link, to be shown once. */
export type ShownLink = { readonly id: string; readonly address: string; readonly expiresAt: number };

export type LinkDeps = {
  readonly control: Pick<ControlStore, 'putLink'>;
  readonly now: () => number;
  readonly random?: RandomBytes;
  /** Of the dashboard, such as `https://stats.example.com`. */
  readonly origin: string;
};

type About = Partial<Pick<AccessLink, 'userId' | 'invited' | 'createdBy'>>;

/**
 * A link in place of those for the same. The token is in the fragment of its address, which browsers send to nobody. Null
 * where it is for the first person or for the demo, and there is a person already.
 */
export async function createLink(
  { control, now, random = randomBytes, origin }: LinkDeps,
  kind: AccessLinkKind,
  about: About = {},
): Promise<ShownLink | null> {
  const { path, goodForMs } = KINDS[kind];
  const token = newSecretToken(random);
  const id = `lnk_${randomBase62(12)}`;
  const createdAt = now();
  const expiresAt = createdAt + goodForMs;
  const { userId = null, invited = null, createdBy = null } = about;
  const link = { id, kind, userId, invited, createdBy, createdAt, expiresAt };
  if (!(await control.putLink({ ...link, tokenHash: hashToken(token) }))) return null;
  return { id, address: `${origin}${path}#${token}`, expiresAt };
}

/** 43 characters that fit into an address and into a cookie. */
export function newSecretToken(random: RandomBytes): string {
  return Buffer.from(random(TOKEN_BYTES)).toString('base64url');
}

/** Where somebody is invited to, as a field of a membership. */
export function placeFields(place: Member['place']): { account: string | null; project: string | null } {
  return 'accountId' in place
    ? { account: place.accountId, project: null }
    : { account: null, project: place.projectId };
}
