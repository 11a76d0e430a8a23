import { findProject } from '../accounts/look-up.ts';
import { CommandFailed } from './command-failed.ts';
import type { withAccounts } from './with-stores.ts';

type Deps = Parameters<Parameters<typeof withAccounts>[0]>[0];

/**
 * The project that `--project` names; without the option the only one that there is.
 * @throws Refused where there is no such project, CommandFailed where none or several can be meant.
 */
export async function givenOrOnlyProject(
  deps: Pick<Deps, 'control'>,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return (await findProject(deps, given)).id;
  const [only, ...others] = await deps.control.listProjects();
  if (only === undefined) throw new CommandFailed('There is no project. Make one: cvq project create');
  if (others.length === 0) return only.id;
  throw new CommandFailed(
    `--project: Missing option. Give --project <id>: there are ${others.length + 1} projects. See cvq project list.`,
  );
}
