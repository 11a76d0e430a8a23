import { IDEMPOTENCY_MS, USER_DATA_MS } from '@cvq/contract/constants';
import type { Connection } from '../open-database.ts';

/** Forgets what is past its time: idempotency keys after a day, user data after ninety. */
export function createPurge(db: Connection): (now: number) => void {
  const keys = db.prepare('DELETE FROM idempotency_keys WHERE received_at <= ?');
  const userData = db.prepare('DELETE FROM user_data WHERE received_at <= ?');
  return db.transaction((now: number) => {
    keys.run(now - IDEMPOTENCY_MS);
    userData.run(now - USER_DATA_MS);
  }).immediate;
}
