import { Command } from 'commander';
import { describeGrant } from '../grants/describe-grant.ts';
import { revokeGrant } from '../grants/revoke-grant.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withAccounts, withControl } from './with-stores.ts';

export function oauthCommand(): Command {
  const command = new Command('oauth');
  command
    .command('list')
    .description('List what people let applications do.')
    .option('--json', 'print one JSON array')
    .action(list);
  command
    .command('revoke')
    .description('Revoke what an application may do. Its next request is refused.')
    .argument('<grant>', 'grt_…')
    .option('--json', 'print one JSON object')
    .action(revoke);
  return command;
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const grants = await withControl(async (control) => {
    const found = await control.listGrants({ now: terminal().now() });
    return Promise.all(
      found.map(async (grant) => ({ ...(await describeGrant(grant, control)), user: grant.email })),
    );
  });
  print(grants, {
    json,
    lines: tableOf(
      ['GRANT', 'USER', 'APPLICATION', 'SCOPES', 'PROJECTS', 'LAST USED'],
      grants.map(
        ({ id, user, application, host, redirect_hosts, scopes, projects, as_superadmin, last_used_at }) => [
          ...[id, user, `${application} (${host ?? ['says so itself', ...redirect_hosts].join(', ')})`],
          ...[scopes.join(' '), reachWords({ projects, as_superadmin })],
          last_used_at ?? 'never',
        ],
      ),
    ),
  });
}

type Reach = Pick<Awaited<ReturnType<typeof describeGrant>>, 'projects' | 'as_superadmin'>;

/** What an application sees: as a superadmin all means every project of the installation. */
function reachWords({ projects, as_superadmin: asSuperadmin }: Reach): string {
  const which = projects === null ? 'all' : projects.map((project) => project.id).join(' ') || 'none';
  return asSuperadmin ? `${which} (as a superadmin)` : which;
}

async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  await withAccounts((deps) => revokeGrant(deps, id));
  print({ id, state: 'revoked' }, { json, lines: [`Revoked ${id}.`] });
}
