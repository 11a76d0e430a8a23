import { USER_DATA_MS } from '@cvq/contract/constants';
import type { StoredUserData, UserDataStore } from '../user-data-store.ts';
import type { Connection } from './open-database.ts';

const READ = `
  SELECT sealed, received_at + ${USER_DATA_MS} AS purgeAt FROM user_data
  WHERE project = (SELECT id FROM projects WHERE key = ?) AND ms = ? AND suffix = ? AND purgeAt > ?`;

const NEWEST = 'SELECT sealed FROM user_data ORDER BY received_at DESC LIMIT 1';

/** Reads user data. Statements are made when they are needed: a file that is broken must still be able to say so. */
export function createUserData(db: Connection): UserDataStore {
  return {
    async read(project, { ms, suffix }, now) {
      return (db.prepare(READ).get(project, ms, suffix, now) as StoredUserData | undefined) ?? null;
    },
    newest: async () => (db.prepare(NEWEST).pluck().get() as Uint8Array | undefined) ?? null,
  };
}
