import type { Connection } from '../open-database.ts';

/** The salts of the days: made once, read often, destroyed for good. */
export function controlSalts(db: Connection) {
  const read = db.prepare('SELECT salt FROM salts WHERE day = ?').pluck();
  const write = db.prepare('INSERT INTO salts (day, salt) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const forget = db.prepare('DELETE FROM salts WHERE day < ?');
  return {
    readSalt: async (day: string) => (read.get(day) as Uint8Array | undefined) ?? null,
    async writeSalt(day: string, salt: Uint8Array) {
      write.run(day, salt);
    },
    async forgetSaltsBefore(day: string) {
      forget.run(day);
    },
  };
}
