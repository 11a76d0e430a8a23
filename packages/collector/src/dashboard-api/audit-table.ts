import type { ListedAuditEntry } from '@cvq/contract';
import type { CsvTable } from '../read/csv/csv.ts';

/** Entries of the audit log as a table; what was before and after is JSON. */
export function auditTable(entries: readonly ListedAuditEntry[]): CsvTable {
  return {
    columns: COLUMNS,
    rows: entries.map(({ actor, subject, before, after, ...entry }) => [
      ...[
        entry.id,
        entry.at,
        actor.kind,
        actor.id,
        actor.name,
        entry.surface,
        entry.network,
        entry.request_id,
      ],
      ...[entry.action, entry.account, entry.project, subject.id, subject.name, entry.outcome],
      ...[jsonOf(before), jsonOf(after)],
    ]),
  };
}

const COLUMNS = [
  ...['id', 'at', 'actor', 'actor_id', 'actor_name', 'surface', 'network', 'request_id'],
  ...['action', 'account', 'project', 'subject', 'subject_name', 'outcome', 'before', 'after'],
];

const jsonOf = (value: unknown) => (value == null ? null : JSON.stringify(value));
