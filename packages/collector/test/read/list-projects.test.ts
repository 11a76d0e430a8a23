import type { ListProjectsResponse } from '@cvq/contract';
import type { ControlStore, ReachedProject } from '@cvq/storage';
import { expect, it } from 'vitest';
import { listProjects } from '../../src/read/operations/list-projects.ts';
import { runOperation } from '../../src/read/run-operation.ts';
import { startTestCollector } from '../collector.ts';
import { readDepsOf } from './read-deps.ts';

const collector = await startTestCollector();
const deps = readDepsOf(collector);

it('an agency with more projects than questions of one account may wait lists them all', async () => {
  const [one] = await collector.control.listProjects();
  const reached = Array.from({ length: 2500 }, (_, index) => ({ ...one, id: `proj_${index}`, role: null }));
  const control: ControlStore = { ...collector.control, reach: async () => reached as ReachedProject[] };
  const caller = {
    ...{ id: 'key_1', account: 'acc_1', name: 'Agency', scopes: ['projects:read'], plan: 'agency' },
    ...{ isAgencyWide: true, principal: { kind: 'key', keyId: 'key_1' } },
  } as const;
  const given = { from: 'query', query: {}, path: {}, body: async () => ({}) } as const;
  const { signal } = new AbortController();
  const from = { surface: 'read_api', network: null, requestId: null } as const;
  const asking = { caller: caller as never, from, signal, deps: { ...deps, control } };
  const { data } = (await runOperation(listProjects, given, asking)) as ListProjectsResponse;
  expect(data.map(({ id }) => id)).toEqual(reached.map(({ id }) => id));
});
