import type { PlanCode, Role } from '@cvq/contract';
import type { ProjectRecord } from './projects.ts';

/** Whose reach is asked for. */
export type Subject =
  | { readonly kind: 'key'; readonly keyId: string }
  /** What an account can see: its own projects, and as an agency those of its active clients. */
  | { readonly kind: 'account'; readonly accountId: string }
  /** The owner of the demo, who is no person: one project. */
  | { readonly kind: 'demo'; readonly projectId: string }
  | {
      readonly kind: 'person';
      readonly userId: string;
      /** What a grant was narrowed to. */
      readonly projects: readonly string[] | 'all';
      /** Whether a superadmin asks as one; nobody else becomes one by it. */
      readonly asSuperadmin: boolean;
    };

/** A project within reach. */
export type ReachedProject = ProjectRecord & {
  /** The highest role by which a person reaches it; null for a key, which has scopes and no role. */
  readonly role: Role | null;
};

export interface Reach {
  /**
   * The projects that somebody can reach now, oldest first: one query. Where one is named, that alone, if it is among them, which
   * may be kept for a key until the store changes.
   */
  reach(subject: Subject, project?: string): Promise<ReachedProject[]>;
  /** The plans of the accounts that a person reaches projects of, and of those by which: an agency's beside its client's. */
  plansReached(subject: Extract<Subject, { kind: 'person' }>): Promise<PlanCode[]>;
}
