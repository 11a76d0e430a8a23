import type { Connection } from '../open-database.ts';

/** What the sessions and links of people come to when something about a person changes. */
export type AccessEndings = {
  /** There is a person: nobody needs a link for set-up or a demo any more. */
  firstPerson(): void;
  newPassword(userId: string): void;
  disabled(userId: string): void;
  newRole(userId: string): void;
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
    },
    newRole(userId) {
      setDue.run(userId);
    },
  };
}
