import type { CreditWindow, Visit, Visits } from '../attribution/credit-rule.ts';
import { AnsweredVisits } from './archive/answered-visits.ts';
import { archiveOf } from './archive/archive-of.ts';
import type { ArchivedVisit, ArchivedVisits } from './archive/archived-sessions.ts';
import { EveryVisit } from './archive/every-visit.ts';
import { isBefore, type Mark } from './ingest/session-state.ts';
import type { Connection } from './open-database.ts';
import { BOT } from './row-codes.ts';
import { rowsOf } from './rows-of.ts';
import type { SessionState } from './session-table.ts';

/** A user of a project, or a visitor without one. */
export type Person = { readonly project: number; readonly user: number } | { readonly visitor: number };
/** What a conversion is credited with: a touch, when it was, and with what click ids on which page. */
export type Credit = {
  readonly touch: number | null;
  readonly at: number;
  readonly clickIds: string | null;
  readonly page: number | null;
};
export type FoundVisit = Credit &
  Mark &
  Visit & { readonly session: number; readonly lastAt: number; readonly client: number | null };
/** A row of `sessions`, as far as it tells of a visit. */
export type VisitRow = Pick<SessionState, (typeof COLUMNS)[number]> & { readonly id: number };

const COLUMNS = [
  'touch',
  'first_at',
  'last_at',
  'client',
  'click_ids',
  'entry_page',
  'first_ms',
  'first_suffix',
  'is_touch',
  'bot',
] as const;
/** No others: of an archived row, each is taken apart by itself. */
const VISIT_COLUMNS = ['id', ...COLUMNS];
const VISIT = `SELECT ${VISIT_COLUMNS.join(', ')} FROM sessions`;
/** Without a word of how many sessions a user has, SQLite would look at all sessions of the project in the period. */
const BY_USER = 'INDEXED BY sessions_by_user';
/** Visits of most days are archived: few persons have as many in rows, whether they name a user or nobody. */
const FEW_VISITS = 8;
/** The latest first; of those that began at one time in an order that is the same wherever they lie. */
const LATEST_FIRST = 'ORDER BY first_at DESC, first_ms DESC, first_suffix DESC';
const OF_VISITOR = `${VISIT} WHERE visitor = :visitor AND user IS NULL AND first_at BETWEEN :from AND :to`;
const ALL_OF_VISITOR = `${OF_VISITOR} ${LATEST_FIRST}`;
/** Visitors who are this user alone, each once: browsers and sessions that servers named may have said it several times. */
const VISITORS_OF_USER = `
  SELECT DISTINCT visitor FROM identifications one WHERE project = :project AND user = :user
    AND NOT EXISTS (SELECT 1 FROM identifications other WHERE other.visitor = one.visitor AND other.user <> :user)`;
const OF_USER = `${VISIT} ${BY_USER} WHERE user = :user AND project = :project AND first_at BETWEEN :from AND :to`;
/** Those that name the user, and those that name nobody, of such visitors. */
const ALL_OF_USER = `
  ${OF_USER}
  UNION ALL
  ${VISIT} WHERE user IS NULL AND first_at BETWEEN :from AND :to AND visitor IN (${VISITORS_OF_USER})
  ${LATEST_FIRST}`;

/** Looks up the visits of a person that may be credited, wherever their rows lie: to be used within a transaction. */
export function visitsOfPersonIn(db: Connection): Visits<Person, FoundVisit> {
  return lookUpVisits(db, archiveOf(db).sessions);
}

/** As `visitsOfPersonIn`, those in which anything may have been said of consent. */
export function answeredVisitsOfPersonIn(db: Connection): Visits<Person, FoundVisit> {
  return lookUpVisits(db, new AnsweredVisits(db));
}

/** As `visitsOfPersonIn`, all of them: also those that cannot be credited. */
export function everyVisitOfPersonIn(db: Connection): Visits<Person, FoundVisit> {
  return lookUpVisits(db, new EveryVisit(db));
}

type Wanted = {
  readonly person: Person;
  readonly visitors: readonly number[];
  readonly window: CreditWindow;
};

function lookUpVisits(db: Connection, archivedVisits: ArchivedVisits): Visits<Person, FoundVisit> {
  const fewOfUser = db.prepare(`${OF_USER} LIMIT ${FEW_VISITS}`);
  const fewOfVisitor = db.prepare(`${OF_VISITOR} LIMIT ${FEW_VISITS}`);
  const allOfUser = db.prepare(ALL_OF_USER);
  const allOfVisitor = db.prepare(ALL_OF_VISITOR);
  const visitorsOfUser = db.prepare(VISITORS_OF_USER).pluck();
  const archived = archiveOf(db).sessions;

  /** The visitors whose visits are the person's where they name nobody. */
  const visitorsOf = (person: Person): readonly number[] =>
    'visitor' in person ? [person.visitor] : (visitorsOfUser.all(person) as number[]);

  /** A few are put in order here: SQLite takes three times as long, whether there are any or not. */
  function inRows({ person, visitors, window }: Wanted): Iterable<VisitRow> {
    const few = visitors.map((visitor) => fewOfVisitor.all({ visitor, ...window }));
    if ('user' in person) few.push(fewOfUser.all({ ...person, ...window }));
    if (few.every(({ length }) => length < FEW_VISITS)) return (few.flat() as VisitRow[]).sort(byLatest);
    return rowsOf<VisitRow>('user' in person ? allOfUser : allOfVisitor, { ...person, ...window });
  }

  function archivedOf({ person, visitors, window }: Wanted): ArchivedVisit[] {
    const unnamed = visitors.flatMap((visitor) => archivedVisits.visitsOfVisitor(visitor, window));
    return 'visitor' in person ? unnamed : [...archivedVisits.visitsOfUser(person, window), ...unnamed];
  }

  function* rowsOfArchived(wanted: Wanted): Iterable<VisitRow> {
    let together: VisitRow[] = [];
    for (const { session, at } of archivedOf(wanted).sort((one, other) => other.at - one.at)) {
      if (together[0] !== undefined && together[0].first_at !== at) {
        yield* together.sort(byLatest);
        together = [];
      }
      together.push(archived.get(session, VISIT_COLUMNS) as unknown as VisitRow);
    }
    yield* together.sort(byLatest);
  }

  return {
    *of(person, window) {
      const wanted = { person, visitors: visitorsOf(person), window };
      for (const row of latestFirst(inRows(wanted), rowsOfArchived(wanted))) yield visitOf(row);
    },
    isLater: (one, other) => isBefore(other, one),
  };
}

/** A session as a visit that began. */
export function visitOf(row: VisitRow): FoundVisit {
  const at = row.first_at as number;
  return {
    touch: row.touch,
    at,
    clickIds: row.click_ids,
    page: row.entry_page,
    ms: row.first_ms as number,
    suffix: row.first_suffix as string,
    startedAt: at,
    session: row.id,
    lastAt: row.last_at ?? at,
    client: row.client,
    isTouch: row.is_touch === 1,
    isBots: row.bot !== BOT.none,
  };
}

/** Two lists of visits, each with the latest first, as one. */
function* latestFirst(one: Iterable<VisitRow>, other: Iterable<VisitRow>): Iterable<VisitRow> {
  const others = other[Symbol.iterator]();
  let next = others.next();
  for (const row of one) {
    for (; !next.done && byLatest(next.value, row) < 0; next = others.next()) yield next.value;
    yield row;
  }
  for (; !next.done; next = others.next()) yield next.value;
}

/** As `LATEST_FIRST`. */
function byLatest(one: VisitRow, other: VisitRow): number {
  const [first, second] = [visitOf(one), visitOf(other)];
  return isBefore(second, first) ? -1 : Number(isBefore(first, second));
}
