import { auditFilter, filterAuditLog } from '../../../ask/audit-log.ts';

/** The way to older entries, and back to the newest. `next`: before which older ones begin; null where there are none. */
export function AuditPaging({ next }: { readonly next: number | null }) {
  const { before, ...filter } = auditFilter.value;
  if (next === null && before === undefined) return null;
  return (
    <nav class="copy" aria-label="Pages of the log">
      {before !== undefined && (
        <button type="button" class="button" onClick={() => filterAuditLog(filter)}>
          Newest
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => filterAuditLog({ ...filter, before: next })}>
          Older
        </button>
      )}
    </nav>
  );
}
