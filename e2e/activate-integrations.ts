import { openControlStore } from '../packages/storage/dist/index.js';

/** Lets the integrations of a project send, as after a dry run. */
export async function activateIntegrations(folder: string, project: string): Promise<void> {
  const control = openControlStore({ folder, migrate: false });
  for (const { id } of await control.listIntegrations({ project }))
    await control.changeIntegration(id, { state: 'active' });
  await control.close();
}
