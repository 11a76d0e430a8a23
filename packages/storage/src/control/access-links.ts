import type { Role } from '@cvq/contract';
import type { MemberPlace, NewUser } from './people.ts';

/** What a link is for: the first person, the owner of the demo, a new member, a forgotten password. */
export type AccessLinkKind = 'set_up' | 'demo' | 'invitation' | 'reset';

/** A link that lets somebody in who cannot sign in yet. */
export type AccessLink = {
  readonly id: string;
  readonly kind: AccessLinkKind;
  /** Whose password it resets. */
  readonly userId: string | null;
  /** Who is invited, in lower case, where and as what. */
  readonly invited: { readonly email: string; readonly place: MemberPlace; readonly role: Role } | null;
  /** Null for the operator. */
  readonly createdBy: string | null;
  readonly createdAt: number;
  /** From then on it is worth nothing. */
  readonly expiresAt: number;
};

/** What a link is redeemed for: a new person, another password, a membership. */
export type Redemption = {
  readonly user?: NewUser;
  readonly password?: { readonly userId: string; readonly passwordHash: string };
  readonly member?: { readonly userId: string; readonly place: MemberPlace; readonly role: Role };
};

/** What came of a link: the role that the member has then; null where it was for no membership. */
export type Redeemed = { readonly role: Role | null };

/** Links to the dashboard, by the SHA-256 of their tokens. The first person ends those for set-up and for the demo. */
export interface AccessLinks {
  /**
   * Store a link in place of those for the same. False where it is for set-up or for the demo, and there is a person
   * already.
   */
  putLink(link: AccessLink & { readonly tokenHash: string }): Promise<boolean>;
  findLink(tokenHash: string, now: number): Promise<AccessLink | null>;
  /** Those that are still good, the newest first. */
  listInvitations(now: number): Promise<AccessLink[]>;
  /** True when it was there. */
  removeLink(id: string): Promise<boolean>;
  /**
   * Use a link up, in one transaction with what it is redeemed for: `gone` where it is not good any more, since somebody
   * else was first or its time is over, `taken` where another has the e-mail address. Then nothing has changed. A link lowers
   * no role: somebody may have given a higher one since it was made.
   */
  redeemLink(tokenHash: string, now: number, redemption: Redemption): Promise<Redeemed | 'gone' | 'taken'>;
}
