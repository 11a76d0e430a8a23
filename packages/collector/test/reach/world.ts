import type { PlanCode } from '@cvq/contract';
import type { AccountKind } from '@cvq/storage';
import { randomBase62 } from '../../src/keys/token.ts';
import type { Answer } from '../client.ts';
import { START, type TestCollector } from '../collector.ts';

type AccountOptions = { readonly kind?: AccountKind; readonly plan?: PlanCode };

/** Accounts, clients and people of a collector, by the store that it shares with the test. */
export function worldOf({ control, client }: TestCollector) {
  return {
    async addAccount({ kind = 'customer', plan = 'enterprise' }: AccountOptions = {}): Promise<string> {
      const id = `acc_${randomBase62(12)}`;
      await control.createAccount({ id, kind, name: 'Account', plan }, START);
      return id;
    },
    async invite(agencyId: string, clientId: string): Promise<void> {
      await control.inviteClient({ id: `rel_${randomBase62(12)}`, agencyId, clientId }, START);
    },
    async link(agencyId: string, clientId: string): Promise<void> {
      await this.invite(agencyId, clientId);
      await control.acceptClient({ agencyId, clientId }, START);
    },
    end: (agencyId: string, clientId: string) => control.endClient({ agencyId, clientId }, START),
    async addUser(isSuperadmin = false): Promise<string> {
      const id = `usr_${randomBase62(12)}`;
      const email = `${id.toLowerCase()}@example.com`;
      const fields = { name: 'Ann', isSuperadmin, disabledAt: null, passwordHash: null, createdAt: START };
      await control.createUser({ id, email, ...fields });
      return id;
    },
    /** The projects that a key is told that it can reach. */
    async seen(bearer: string): Promise<string[]> {
      const { body } = await client.send({ path: '/v1/me', bearer });
      return (body as { data: { projects: { id: string }[] } }).data.projects.map(({ id }) => id);
    },
    /** What is answered about a project. */
    about: (project: string, bearer: string): Promise<Answer> =>
      client.send({ path: `/v1/analytics/overview?project=${project}`, bearer }),
  };
}

/** The answer without what is another one each time. */
export function withoutIds({ status, headers, bytes }: Answer) {
  const { 'x-request-id': _, date: __, ...rest } = headers;
  return { status, headers: rest, text: bytes.toString() };
}
