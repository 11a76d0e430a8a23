import type { EventId } from '@cvq/contract';
import type { Page, Touch } from '../../event-record.ts';
import type { ChangeNotes } from '../changes.ts';
import { Dictionaries } from '../ingest/dictionaries.ts';
import type { Connection } from '../open-database.ts';
import { type VisitorKey, visitorIdOf } from '../visitor-key.ts';
import { readTexts, selectTexts, TOUCH_COLUMNS, textOf } from '../word-columns.ts';
import {
  type Erased,
  erasedJson,
  erasedPage,
  erasedReferrer,
  erasedText,
  erasedTouch,
} from './erased-values.ts';
import { createNaming, type Naming } from './naming.ts';
import type { ReplacedWords } from './replaced-words.ts';

const ROW = `
  SELECT events.session, events.user, events.page, events.page_suffix, events.title, events.referrer, events.touch,
    events.click_ids, events.clicks, events.properties, events.extras, events.conversion <> 0 AS isConversion,
    events.exclusion IS NULL AS isPartOfSession,
    visitors.key AS visitorKey, found.key AS sessionId,
    pages.url, ${textOf('pages.hostname')} AS hostname, ${textOf('pages.path')} AS path,
    ${textOf('events.title')} AS titleText, ${textOf('events.referrer')} AS referrerText,
    (SELECT 1 FROM user_data data WHERE data.project = events.project AND data.ms = events.ms
      AND data.suffix = events.suffix) AS hasUserData
  FROM events
  LEFT JOIN visitors ON visitors.id = events.visitor
  LEFT JOIN sessions found ON found.id = events.session
  LEFT JOIN pages ON pages.id = events.page
  WHERE events.project = ? AND events.ms = ? AND events.suffix = ?`;
const TOUCH = `SELECT is_touch, ${selectTexts('touches', TOUCH_COLUMNS)} FROM touches WHERE id = ?`;
const CHANGE = `
  UPDATE events SET user = :user, page = :page, page_suffix = NULL, title = :title, referrer = :referrer, touch = :touch,
    click_ids = NULL, clicks = NULL, properties = :properties, extras = NULL
  WHERE project = :project AND ms = :ms AND suffix = :suffix`;

type Row = {
  readonly session: number | null;
  readonly user: number | null;
  readonly page: number | null;
  readonly page_suffix: string | null;
  readonly title: number | null;
  readonly referrer: number | null;
  readonly touch: number | null;
  readonly click_ids: string | null;
  readonly clicks: string | null;
  readonly properties: string | null;
  readonly extras: string | null;
  readonly isConversion: 0 | 1;
  readonly isPartOfSession: 0 | 1;
  readonly visitorKey: VisitorKey | null;
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly hostname: string | null;
  readonly path: string | null;
  readonly titleText: string | null;
  readonly referrerText: string | null;
  readonly hasUserData: 1 | null;
};

/** An event without what tells of the person. */
export type ErasedEvent = {
  readonly id: EventId;
  readonly row: Row;
  readonly session: number | null;
  /** An excluded event names one and is no part of it. */
  readonly isPartOfSession: boolean;
  readonly isConversion: boolean;
  readonly hasUserData: boolean;
  /** Values that named the person. */
  readonly named: number;
  readonly page: Page | null;
  readonly title: string | null;
  readonly referrer: string | null;
  readonly touch: Touch | null;
  readonly properties: string | null;
};

type Options = {
  readonly project: number;
  readonly ids: readonly string[];
  readonly words: ReplacedWords;
  readonly notes: ChangeNotes;
  /** By the number of a user that of who takes its place. */
  readonly renamed: ReadonlyMap<number, number>;
};

/** Takes out of events what tells of a person: who it was, click ids, queries of addresses, and what names it. */
export class EventErasure {
  readonly #options: Options;
  readonly #dictionaries: Dictionaries;
  readonly #row;
  readonly #touch;
  readonly #change;
  readonly #userData;
  #known: { readonly key: string; readonly names: Naming } | null = null;

  constructor(db: Connection, options: Options) {
    this.#options = options;
    this.#dictionaries = new Dictionaries(db);
    this.#row = db.prepare(ROW);
    this.#touch = db.prepare(TOUCH);
    this.#change = db.prepare(CHANGE);
    this.#userData = db.prepare('DELETE FROM user_data WHERE project = ? AND ms = ? AND suffix = ?');
  }

  /** An event as it is to be; null where it is stored no more. */
  read(id: EventId): ErasedEvent | null {
    const row = this.#row.get(this.#options.project, id.ms, id.suffix) as Row | undefined;
    if (row === undefined) return null;
    const names = this.#namingOf(row);
    let named = 0;
    const count = <Value>(erased: Erased<Value>): Value => {
      named += erased.named;
      return erased.value;
    };
    return {
      ...{ id, row, session: row.session },
      isPartOfSession: row.isPartOfSession === 1,
      ...{ isConversion: row.isConversion === 1, hasUserData: row.hasUserData === 1 },
      page: count(pageOf(row, names)),
      title: row.titleText === null ? null : count(erasedText(row.titleText, names)),
      referrer: row.referrerText === null ? null : count(erasedReferrer(row.referrerText, names)),
      touch: row.touch === null ? null : count(erasedTouch(this.#touchOf(row.touch), names)),
      properties: count(erasedProperties(row.properties, names)),
      named,
    };
  }

  /** Writes an event as it was read, in the transaction of the caller. */
  write({ id, row, page, title, referrer, touch, properties, hasUserData }: ErasedEvent): void {
    const { project, renamed, notes } = this.#options;
    const dictionaries = this.#dictionaries;
    const next = {
      user: row.user === null ? null : (renamed.get(row.user) ?? row.user),
      page: page?.url === row.url ? row.page : dictionaries.page(page),
      title: title === row.titleText ? row.title : dictionaries.text(title),
      referrer: referrer === row.referrerText ? row.referrer : dictionaries.text(referrer),
      touch: this.#numberOf(touch, row.touch),
      properties,
    };
    if (hasUserData) this.#userData.run(project, id.ms, id.suffix);
    if (isSame(row, next)) return;
    this.#noteReplaced(row, next);
    this.#change.run({ ...next, project, ...id });
    notes.event(project, id);
  }

  /** Whether a text names the person, in an event of this visitor and this session. */
  #namingOf({ visitorKey, sessionId }: Row): Naming {
    const visitorId = visitorKey === null ? null : visitorIdOf(visitorKey);
    const key = JSON.stringify([visitorId, sessionId]);
    if (this.#known?.key === key) return this.#known.names;
    const own = [visitorId, sessionId].filter((id) => id !== null);
    const names = createNaming([...this.#options.ids, ...own]);
    this.#known = { key, names };
    return names;
  }

  #touchOf(touch: number): Touch {
    const row = this.#touch.get(touch) as Readonly<Record<string, unknown>>;
    return { isTouch: row['is_touch'] === 1, ...(readTexts(row, TOUCH_COLUMNS) as Omit<Touch, 'isTouch'>) };
  }

  #numberOf(touch: Touch | null, former: number | null): number | null {
    if (touch === null || former === null) return null;
    const before = this.#touchOf(former);
    const isSameTouch = Object.entries(before).every(([field, word]) => touch[field as keyof Touch] === word);
    return isSameTouch ? former : this.#dictionaries.touch(touch);
  }

  #noteReplaced(row: Row, next: Pick<Row, 'page' | 'title' | 'referrer' | 'touch'>): void {
    const { words } = this.#options;
    if (next.page !== row.page) words.addPage(row.page as number);
    if (next.touch !== row.touch) words.addTouch(row.touch as number);
    if (next.title !== row.title) words.addText(row.title as number);
    if (next.referrer !== row.referrer) words.addText(row.referrer as number);
  }
}

function pageOf({ url, hostname, path }: Row, names: Naming): Erased<Page | null> {
  return url === null ? { value: null, named: 0 } : erasedPage({ url, suffix: '', hostname, path }, names);
}

function erasedProperties(json: string | null, names: Naming): Erased<string | null> {
  if (json === null) return { value: null, named: 0 };
  const { value, named } = erasedJson(JSON.parse(json), names);
  return { value: named === 0 ? json : JSON.stringify(value), named };
}

type Next = Pick<Row, 'user' | 'page' | 'title' | 'referrer' | 'touch' | 'properties'>;

function isSame(row: Row, next: Next): boolean {
  const isBare =
    row.page_suffix === null && row.click_ids === null && row.clicks === null && row.extras === null;
  return isBare && (Object.keys(next) as (keyof Next)[]).every((name) => next[name] === row[name]);
}
