import type { SegmentRecord, SegmentWritten } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf } from './actor.ts';
import { audited } from './audited.ts';
import { parseName } from './fields.ts';
import { unknown } from './look-up.ts';
import { Refused } from './refused.ts';
import { requireMemberOf } from './require-member-of.ts';

/** So many are listed at once. */
export const MAX_SEGMENTS = 200;

/** What is saved: the conditions are well formed by the contract. */
type Saved = { readonly project: string; readonly name: string; readonly filter: readonly string[] };

/**
 * Save conditions of a project under a name. Members and above may.
 * @throws Refused
 */
export async function addSegment(deps: AccountDeps, { project, ...given }: Saved): Promise<SegmentRecord> {
  const name = parseName(given.name);
  const { accountId } = await requireMemberOf(deps, project);
  const segment = {
    id: `seg_${randomBase62(12)}`,
    project,
    name,
    filters: given.filter,
    createdBy: personOf(deps),
    createdAt: deps.now(),
  };
  await audited(deps, {
    action: 'add_segment',
    account: accountId,
    project,
    subject: segment.id,
    name,
    make: async () => refuseUnlessDone(await deps.control.addSegment(segment, MAX_SEGMENTS), segment),
    told: () => ({ after: toldOf(segment) }),
  });
  return segment;
}

/**
 * Put another name and other conditions in place of those of a segment: whoever asks by its id is told by these from then on.
 * @throws Refused
 */
export async function changeSegment(
  deps: AccountDeps,
  { id, project, filter, ...given }: Saved & { readonly id: string },
): Promise<Pick<SegmentRecord, 'id' | 'name' | 'filters'>> {
  const name = parseName(given.name);
  const { accountId } = await requireMemberOf(deps, project);
  const before = await findSegment(deps, { id, project });
  const changed = { id, project, name, filters: filter };
  await audited(deps, {
    action: 'change_segment',
    account: accountId,
    project,
    subject: id,
    name,
    before: toldOf(before),
    make: async () => refuseUnlessDone(await deps.control.changeSegment(changed), changed),
    told: () => ({ after: toldOf(changed) }),
  });
  return changed;
}

/** @throws Refused */
export async function removeSegment(
  deps: AccountDeps,
  { id, project }: { readonly id: string; readonly project: string },
): Promise<void> {
  const { accountId } = await requireMemberOf(deps, project);
  const before = await findSegment(deps, { id, project });
  const { name } = before;
  await audited(deps, {
    action: 'remove_segment',
    account: accountId,
    project,
    subject: id,
    name,
    before: toldOf(before),
    async make() {
      if (!(await deps.control.removeSegment(project, id))) throw unknownSegment(id);
    },
  });
}

async function findSegment(
  { control }: AccountDeps,
  { id, project }: { readonly id: string; readonly project: string },
): Promise<SegmentRecord> {
  const found = (await control.listSegments(project)).find((segment) => segment.id === id);
  if (found === undefined) throw unknownSegment(id);
  return found;
}

/** What the audit log tells of a segment. */
function toldOf({ name, filters }: Pick<SegmentRecord, 'name' | 'filters'>) {
  return { name, filters };
}

function unknownSegment(id: string): Refused {
  return unknown('segment', `Unknown segment: ${id}.`);
}

/** @throws Refused */
function refuseUnlessDone(
  written: SegmentWritten,
  { id, name }: { readonly id: string; readonly name: string },
) {
  if (written === 'unknown') throw unknownSegment(id);
  if (written === 'done') return;
  if (written === 'full')
    throw new Refused('conflict', {
      field: 'project',
      problem: `A project has at most ${MAX_SEGMENTS} segments.`,
      fix: 'Remove others first.',
    });
  throw new Refused('taken', {
    field: 'name',
    problem: `There is a segment ${name} already.`,
    fix: 'Use another name, or change that segment.',
  });
}
