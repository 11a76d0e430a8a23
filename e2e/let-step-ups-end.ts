import { openControlStore } from '../packages/storage/dist/index.js';

/** As after the ten minutes for which a password counts as just given: of everybody who has signed in. */
export async function letStepUpsEnd(folder: string): Promise<void> {
  const control = openControlStore({ folder, migrate: false });
  const users = await control.listUsers();
  const sessions = await Promise.all(users.map(({ id }) => control.listSessions(id)));
  for (const { id } of sessions.flat()) await control.changeSession(id, { provenAt: 1 });
  await control.close();
}
