import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { findProject } from '../accounts/look-up.ts';
import { type Import, type ImportSummary, importLines } from './import-lines.ts';

const NOTHING: ImportSummary = { lines: 0, stored: 0, duplicates: 0, skipped: 0 };

/**
 * Imports events into a project, of which the audit log tells: they change figures of days of which nobody would look for a reason
 * elsewhere. It tells of a part too, which stays stored when an import stops.
 * @throws ImportStopped
 * @throws Refused for a project that is unknown
 */
export async function importEvents(
  deps: AccountDeps,
  input: Parameters<typeof importLines>[0],
  { advance, ...options }: Import,
): Promise<ImportSummary> {
  const { id, accountId, name } = await findProject(deps, options.project);
  let committed = NOTHING;
  const note = (summary: ImportSummary) => {
    committed = { ...summary };
    advance?.(summary);
  };
  const { stoppedBy } = await audited(deps, {
    action: 'import_events',
    account: accountId,
    project: id,
    subject: id,
    name,
    async make() {
      try {
        await importLines(input, { ...options, advance: note });
        return { stoppedBy: null };
      } catch (error) {
        if (committed.stored === 0) throw error;
        return { stoppedBy: { error } };
      }
    },
    told: (made) => ({ after: { ...committed, is_whole: made.stoppedBy === null } }),
  });
  if (stoppedBy !== null) throw stoppedBy.error;
  return committed;
}
