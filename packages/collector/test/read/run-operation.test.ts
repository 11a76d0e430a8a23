import { type Role, SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../src/access/caller.ts';
import { ClientGone } from '../../src/body/json-body.ts';
import { defineCredentialOperation, type Operation } from '../../src/read/operation.ts';
import { getMe } from '../../src/read/operations/get-me.ts';
import { getProject } from '../../src/read/operations/get-project.ts';
import { retryDelivery } from '../../src/read/operations/retry-delivery.ts';
import { runOperation } from '../../src/read/run-operation.ts';
import { startTestCollector } from '../collector.ts';
import { worldOf } from '../reach/world.ts';
import { readDepsOf } from './read-deps.ts';

const collector = await startTestCollector();
const { control, client, project, serverKey } = collector;
const world = worldOf(collector);

const deps = readDepsOf(collector);

async function person(role: Role | null, place: { projectId: string } | null = { projectId: project }) {
  const userId = await world.addUser();
  if (role !== null && place !== null) await control.putMember(userId, place, role);
  return {
    id: 'grant_1',
    account: 'acc_1',
    name: 'An agent',
    scopes: SCOPES,
    granted: SCOPES,
    plan: 'starter',
    isAgencyWide: false,
    principal: { kind: 'person', userId, projects: 'all', asSuperadmin: false },
  } satisfies Caller;
}

const { signal: staying } = new AbortController();
const FROM_API = { surface: 'read_api', network: null, requestId: null } as const;

function run(operation: Operation, caller: Caller, path: Record<string, string> = {}): Promise<unknown> {
  return runUntil(staying, operation, { caller, path });
}

function runUntil(
  signal: AbortSignal,
  operation: Operation,
  { caller, path = {} }: { caller: Caller; path?: Record<string, string> },
): Promise<unknown> {
  return runOperation(
    operation,
    { from: 'query', query: {}, path, body: async () => ({}) },
    { caller, from: FROM_API, deps, signal },
  );
}

/** A write that is not about a project, as none of the read API is yet. */
const renameCredential = defineCredentialOperation({
  ...getMe,
  name: 'rename_credential',
  about: 'credential',
  method: 'POST',
  writes: true,
  query: z.strictObject({}),
  response: z.object({ data: z.literal('renamed') }),
  async run() {
    return { data: 'renamed' as const };
  },
});

describe('an operation that a person runs', () => {
  it('sees what the person can see', async () => {
    const other = await collector.addProject();
    expect(await run(getMe, await person('viewer'))).toMatchObject({
      data: { name: 'An agent', projects: [{ id: project }] },
    });
    expect(await run(getProject, await person('viewer'))).toMatchObject({ data: { id: project } });
    await expect(run(getProject, await person('viewer'), { project: other.project })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused to a viewer who would write to a project, and to nobody of a higher role', async () => {
    const json = { event_type: 'purchase', properties: { order_id: 'r-1', value: 5 } };
    const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
    const path = { id: (body as { event_id: string }).event_id };
    await expect(run(retryDelivery, await person('viewer'), path)).rejects.toMatchObject({
      code: 'read_only_role',
      status: 403,
    });
    for (const role of ['member', 'admin', 'owner'] as const) {
      await expect(run(retryDelivery, await person(role), path)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/no integration/),
      });
    }
  });

  it('is refused to a person who is a viewer everywhere, or nothing anywhere, where it writes beyond a project', async () => {
    for (const caller of [await person('viewer'), await person(null)]) {
      await expect(run(renameCredential, caller)).rejects.toMatchObject({ code: 'read_only_role' });
    }
    expect(await run(renameCredential, await person('member'))).toEqual({ data: 'renamed' });
  });

  it('is no failure of the store when its client has gone before the answer', async () => {
    const leaving = new AbortController();
    const answer = runUntil(leaving.signal, getProject, { caller: await person('viewer') });
    leaving.abort(new ClientGone());
    await expect(answer).rejects.toBeInstanceOf(ClientGone);
  });

  it('is refused without its scopes before it is known which projects there are', async () => {
    const narrow = { ...(await person('owner')), scopes: ['analytics:read'] as const };
    await expect(run(retryDelivery, narrow, { id: 'none', project: 'proj_nonsense' })).rejects.toMatchObject({
      code: 'insufficient_scope',
      details: { required_scopes: ['conversions:write'] },
    });
  });
});
