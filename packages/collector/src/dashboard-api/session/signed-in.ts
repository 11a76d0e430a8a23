import type { DashboardSession, Subject, User } from '@cvq/storage';

/** A person who has signed in. */
export type PersonSignedIn = {
  readonly kind: 'person';
  readonly session: DashboardSession;
  readonly user: User;
};

/** The owner of the demo, who is no person and sees one project. */
type DemoSignedIn = {
  readonly kind: 'demo';
  readonly session: DashboardSession;
  readonly project: string;
};

export type SignedIn = PersonSignedIn | DemoSignedIn;

/** As whom the stores are asked what they can see. */
export function subjectOf(by: SignedIn): Extract<Subject, { kind: 'person' | 'demo' }> {
  if (by.kind === 'demo') return { kind: 'demo', projectId: by.project };
  return { kind: 'person', userId: by.user.id, projects: 'all', asSuperadmin: true };
}
