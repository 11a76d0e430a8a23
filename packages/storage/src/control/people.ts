import type { Role } from '@cvq/contract';

/** A person. What they may see and do follows from their memberships. */
export type User = {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** Sees every project. No key does by being made by them. */
  readonly isSuperadmin: boolean;
  /** Since when they are refused; null while they are not. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
};

/** A hash in PHC form, or null for a person who cannot sign in by password. */
export type NewUser = User & { readonly passwordHash: string | null };

/** What of a person can be changed. */
export type UserChange = Partial<Pick<NewUser, 'name' | 'isSuperadmin' | 'disabledAt' | 'passwordHash'>>;

/** Where somebody is a member: in a whole account, or in one project of it. */
export type MemberPlace = { readonly accountId: string } | { readonly projectId: string };

export type Member = {
  readonly userId: string;
  readonly email: string;
  readonly place: MemberPlace;
  readonly role: Role;
  /** For members of an agency: the clients that they see, and nothing else then. All, unless restricted. */
  readonly clients: readonly string[] | 'all';
};

/**
 * What became of a change of a member: nothing where they are none, and where an account would be left without an owner
 * who can act.
 */
export type MemberChanged = 'done' | 'no_member' | 'last_owner';

/** People, and where they are members. */
export interface People {
  /** False when another has the e-mail address. */
  createUser(user: NewUser): Promise<boolean>;
  /** By id, or by e-mail address in lower case. */
  findUser(idOrEmail: string): Promise<User | null>;
  /** Whether anybody is there at all. */
  hasPeople(): Promise<boolean>;
  /** In PHC form; null for nobody, and for a person who cannot sign in by password. */
  findPasswordHash(id: string): Promise<string | null>;
  /** Oldest first. */
  listUsers(): Promise<User[]>;
  /** True when the person is there. */
  changeUser(id: string, change: UserChange): Promise<boolean>;
  /** Their memberships go with them, unless they are the last owner of an account; the keys that they made stay. */
  deleteUser(id: string): Promise<'done' | 'no_user' | { readonly lastOwnerOf: string }>;

  /**
   * Make somebody a member, or give a member another role. This, and what follows, takes back the invitations that they
   * have made there.
   */
  putMember(userId: string, place: MemberPlace, role: Role): Promise<Exclude<MemberChanged, 'no_member'>>;
  removeMember(userId: string, place: MemberPlace): Promise<MemberChanged>;
  /** What somebody is in a place; null where they are not a member. */
  findMember(userId: string, place: MemberPlace): Promise<Member | null>;
  /** By e-mail address, then by place. */
  listMembers(): Promise<Member[]>;
  /** Restrict a member of an agency to some of its clients; none at all when the list is empty. */
  restrictMember(
    userId: string,
    agencyId: string,
    clients: readonly string[] | 'all',
  ): Promise<MemberChanged>;
}
