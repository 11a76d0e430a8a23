import type { MemberPlace } from '../../control/people.ts';
import type { Connection } from '../open-database.ts';

/** What the sessions, links and grants of people come to when something about a person changes. */
export type AccessEndings = {
  /** There is a person: nobody needs a link for set-up or a demo any more. */
  firstPerson(): void;
  newPassword(userId: string): void;
  disabled(userId: string): void;
  newRole(userId: string): void;
  /** A member has another role in a place, or none: whom they invited there cannot join by that invitation. */
  newRoleIn(userId: string, place: MemberPlace): void;
  /** An agency does not work for a client any more: nor do those whom its people invited there. */
  clientEnded(pair: { readonly agencyId: string; readonly clientId: string }): void;
};

/** To be called in the transaction of the change. */
export function accessEndings(db: Connection): AccessEndings {
  const endSessions = db.prepare('DELETE FROM dashboard_sessions WHERE user_id = ?');
  const endDemo = db.prepare('DELETE FROM dashboard_sessions WHERE user_id IS NULL');
  const removeFirstLinks = db.prepare("DELETE FROM access_links WHERE kind IN ('set_up', 'demo')");
  const removeResets = db.prepare("DELETE FROM access_links WHERE kind = 'reset' AND user_id = ?");
  const removeInvitations = db.prepare(
    "DELETE FROM access_links WHERE kind = 'invitation' AND created_by = ?",
  );
  const setDue = db.prepare('UPDATE dashboard_sessions SET is_renewal_due = 1 WHERE user_id = ?');
  const removeInvitationsToAccount = db.prepare(`
    DELETE FROM access_links
    WHERE kind = 'invitation' AND created_by = :userId AND (account_id = :accountId
      OR project_id IN (SELECT id FROM projects WHERE account_id = :accountId))`);
  const removeInvitationsToProject = db.prepare(
    "DELETE FROM access_links WHERE kind = 'invitation' AND created_by = :userId AND project_id = :projectId",
  );
  const removeInvitationsOfAgency = db.prepare(`
    DELETE FROM access_links
    WHERE kind = 'invitation' AND project_id IN (SELECT id FROM projects WHERE account_id = :clientId)
      AND created_by IN (SELECT user_id FROM account_members WHERE account_id = :agencyId)
      AND created_by NOT IN (SELECT user_id FROM account_members WHERE account_id = :clientId)`);
  const removeGrants = db.prepare('DELETE FROM oauth_grants WHERE user_id = ?');
  return {
    firstPerson() {
      removeFirstLinks.run();
      endDemo.run();
    },
    newPassword(userId) {
      endSessions.run(userId);
      removeResets.run(userId);
    },
    disabled(userId) {
      endSessions.run(userId);
      removeResets.run(userId);
      removeInvitations.run(userId);
      removeGrants.run(userId);
    },
    newRole(userId) {
      setDue.run(userId);
    },
    newRoleIn(userId, place) {
      setDue.run(userId);
      if ('accountId' in place) removeInvitationsToAccount.run({ userId, ...place });
      else removeInvitationsToProject.run({ userId, ...place });
    },
    clientEnded: (pair) => void removeInvitationsOfAgency.run(pair),
  };
}
