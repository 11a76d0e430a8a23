import { type EventId, parseConversionId } from '@cvq/contract';
import type { Removal } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { findProject, unknownProject } from './look-up.ts';
import { Refused } from './refused.ts';

/** What takes a conversion out of every answer. */
export type RemovalDeps = AccountDeps & {
  readonly remove: (project: string, event: EventId, now: number) => Promise<Removal>;
};

/** The sale that is removed, and its order with every report of it. */
type Removed = Extract<Removal, { readonly sale: unknown }>;

/**
 * Remove a conversion for good. Admins may. It is safe to repeat. `conversion`: conv_…, or evt_… of its event.
 * @throws Refused
 */
export async function removeConversion(
  deps: RemovalDeps,
  { project, conversion }: { readonly project: string; readonly conversion: string },
): Promise<Removed> {
  const { accountId } = await findProject(deps, project);
  await requireRoleIn(deps, {
    place: { projectId: project },
    atLeast: 'admin',
    unknown: unknownProject(project),
  });
  const event = parseConversionId(conversion);
  if (event === null) {
    const problem = `Invalid id: ${conversion}.`;
    throw new Refused('unknown', {
      field: 'conversion',
      problem,
      fix: 'Use the whole id: conv_ or evt_, 13 digits, _, and letters or digits.',
    });
  }
  return audited(deps, {
    action: 'remove_conversion',
    account: accountId,
    project,
    subject: conversion,
    async make() {
      const removal = await deps.remove(project, event, deps.now());
      if ('sale' in removal) return removal;
      throw removal.status === 'unknown'
        ? notThere(`Unknown conversion of ${project}: ${conversion}.`)
        : notThere(`${conversion} is an event of ${project}, but not a conversion.`);
    },
    told: ({ orderId, status }) => ({
      after: { order_id: orderId, removed_before: status === 'removed_before' },
    }),
  });
}

function notThere(problem: string): Refused {
  return new Refused('unknown', { field: 'conversion', problem, fix: 'Check the id.' });
}
