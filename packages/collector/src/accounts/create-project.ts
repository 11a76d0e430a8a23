import type { ControlStore, ProjectRecord } from '@cvq/storage';
import { randomBase62 } from '../keys/base62.ts';
import { createKey } from './create-key.ts';
import { ownerAccount } from './owner-account.ts';

type NewProject = Pick<ProjectRecord, 'name' | 'domain' | 'timezone' | 'currency' | 'hosts'> & {
  readonly accountId?: string | undefined;
};

/** Create a project with a server key. The project's id is its public tracking key. */
export async function createProject(
  control: ControlStore,
  { accountId, ...fields }: NewProject,
  now: number,
): Promise<{ project: ProjectRecord; serverKey: string }> {
  const account = await ownerAccount(control, accountId, now);
  const project = {
    ...fields,
    id: `proj_${randomBase62(20)}`,
    accountId: account.id,
    redactedNames: [],
    createdAt: now,
  };
  await control.createProject(project);
  const { token } = await createKey(
    control,
    {
      accountId: account.id,
      kind: 'server',
      name: `Server key of ${project.domain}`,
      scopes: [],
      projects: [project.id],
      expiry: 'never',
    },
    now,
  );
  return { project, serverKey: token };
}
