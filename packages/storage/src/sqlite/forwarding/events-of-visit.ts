import type { EventId } from '@cvq/contract';
import type { EventRecord } from '../../event-record.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import type { CreditedEvent } from '../credit.ts';
import type { Connection } from '../open-database.ts';
import { reportBehindIn } from '../report-behind.ts';
import { storedEvent } from '../reports/stored/stored-events.ts';
import type { SessionState } from '../session-table.ts';

/** What tells of the visit that a conversion is part of, beside the conversion. */
type EventsOfVisit = {
  /** The browser's report of its order, which a backend's sale has its session of. */
  readonly report: EventId | null;
  /** Those before the conversion first, the nearest in time of these. */
  readonly events: readonly EventRecord[];
};

/** The events that the row of a session names: its last page, its first, and what it began with. */
const NAMED = [
  ['exit_ms', 'exit_suffix'],
  ['entry_ms', 'entry_suffix'],
  ['first_ms', 'first_suffix'],
] as const satisfies readonly (readonly [keyof SessionState, keyof SessionState])[];

/** Finds other events of the visit of a conversion, for what it does not say itself: to be used within a transaction. */
export function eventsOfVisitIn(db: Connection): (event: EventRecord, of: CreditedEvent) => EventsOfVisit {
  const reportBehind = reportBehindIn(db);
  const rows = storedRowsOf(db);
  return (event, credited) => {
    const report = reportBehind(credited);
    // A browser's event that tells of consent tells the rest as well.
    const saysAll = event.origin !== 'server' && event.facts.consent !== null;
    const session = credited.session === null || saysAll ? undefined : rows.session(credited.session);
    const named = NAMED.flatMap(([ms, suffix]): EventId[] => {
      const id = { ms: session?.[ms], suffix: session?.[suffix] };
      return id.ms == null || id.suffix == null ? [] : [id as EventId];
    });
    const found = [...(report === null ? [] : [report]), ...named].flatMap(
      (id) => storedEvent(db, event.project, id)?.event ?? [],
    );
    return { report, events: nearestFirst(found, event.at) };
  };
}

function nearestFirst(events: readonly EventRecord[], to: number): EventRecord[] {
  return events.toSorted(
    (one, other) =>
      Number(one.at > to) - Number(other.at > to) || Math.abs(one.at - to) - Math.abs(other.at - to),
  );
}
