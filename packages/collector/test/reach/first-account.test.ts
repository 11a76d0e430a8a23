import { openControlStore } from '@cvq/storage';
import { expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { START, temporaryFolder } from '../collector.ts';

it('two commands that begin at the same time share the first account, which their keys then reach whole', async () => {
  const location = { folder: temporaryFolder(), migrate: true };
  const [one, other] = [openControlStore(location), openControlStore(location)];
  const shop = (domain: string) => ({ domain, name: domain, timezone: 'UTC', currency: 'EUR', hosts: null });
  const made = await Promise.all([
    createProject(
      asOperator(one, () => START),
      shop('a.example'),
    ),
    createProject(
      asOperator(other, () => START),
      shop('b.example'),
    ),
  ]);
  expect(await one.listAccounts()).toHaveLength(1);
  const [account] = await one.listAccounts();
  expect(made.map(({ project }) => project.accountId)).toEqual([account?.id, account?.id]);
  await one.close();
  await other.close();
});
