import type { EventId } from '@cvq/contract';
import type { Client, Page, Touch } from '../../event-record.ts';
import { createNaming, type Naming } from '../../naming.ts';
import { type StoredRows, storedRowsOf } from '../archive/stored-rows.ts';
import type { ChangeNotes } from '../changes.ts';
import { Dictionaries } from '../ingest/dictionaries.ts';
import type { Connection } from '../open-database.ts';
import { CONVERSION } from '../row-codes.ts';
import { IS_EVENT } from '../row-conditions.ts';
import { type AdDeliveryCounts, type AdDeliveryErasure, NO_AD_DELIVERIES } from './ad-delivery-erasure.ts';
import {
  type Erased,
  erasedClient,
  erasedJson,
  erasedPage,
  erasedReferrer,
  erasedText,
  erasedTouch,
  erasedType,
} from './erased-values.ts';
import { KnownWords } from './known-words.ts';
import type { ReplacedWords } from './replaced-words.ts';

const CHANGE = `
  UPDATE events SET type = :type, user = :user, page = :page, page_suffix = NULL, title = :title, referrer = :referrer, touch = :touch,
    client = :client, click_ids = NULL, clicks = NULL, properties = :properties, extras = NULL
  WHERE ${IS_EVENT}`;

type Row = {
  readonly type: number;
  readonly session: number | null;
  readonly visitor: number | null;
  readonly user: number | null;
  readonly exclusion: number | null;
  readonly conversion: number;
  readonly order_id: string | null;
  readonly page: number | null;
  readonly page_suffix: string | null;
  readonly title: number | null;
  readonly referrer: number | null;
  readonly touch: number | null;
  readonly client: number;
  readonly click_ids: string | null;
  readonly clicks: string | null;
  readonly properties: string | null;
  readonly extras: string | null;
};

/** An order by what it is known by, and whether the type of its events names the person. */
type NamedOrder = { readonly type: number; readonly orderId: string; readonly isTypeNamed: boolean };

/** An event without what tells of the person. */
export type ErasedEvent = {
  readonly id: EventId;
  readonly row: Row;
  readonly session: number | null;
  /** An excluded event names one and is no part of it. */
  readonly isPartOfSession: boolean;
  readonly isConversion: boolean;
  readonly hasUserData: boolean;
  readonly adDeliveries: AdDeliveryCounts;
  /** Values that named the person. */
  readonly named: number;
  readonly type: Erased<string>;
  /** The order that it reports, where its id or the event's type names the person. */
  readonly namedOrder: NamedOrder | null;
  readonly page: Erased<Page> | null;
  readonly title: Erased<string> | null;
  readonly referrer: Erased<string> | null;
  readonly touch: Erased<Touch> | null;
  readonly client: Erased<Client>;
  readonly properties: Erased<string> | null;
};

type Options = {
  readonly project: number;
  readonly ids: readonly string[];
  readonly words: ReplacedWords;
  readonly notes: ChangeNotes;
  readonly adDeliveries: AdDeliveryErasure;
  /** By the number of a user that of who takes its place. */
  readonly renamed: ReadonlyMap<number, number>;
};

/** Takes out of events what tells of a person: who it was, click ids, queries of addresses, and what names it. */
export class EventErasure {
  readonly #options: Options;
  readonly #dictionaries: Dictionaries;
  readonly #known: KnownWords;
  readonly #rows: StoredRows;
  readonly #hasUserData;
  readonly #change;
  readonly #removeUserData;
  #naming: { readonly key: string; readonly names: Naming } | null = null;

  constructor(db: Connection, options: Options) {
    this.#options = options;
    this.#dictionaries = new Dictionaries(db);
    this.#known = new KnownWords(db);
    this.#rows = storedRowsOf(db);
    const userData = 'FROM user_data WHERE project = ? AND ms = ? AND suffix = ?';
    this.#hasUserData = db.prepare(`SELECT 1 ${userData}`).pluck();
    this.#removeUserData = db.prepare(`DELETE ${userData}`);
    this.#change = db.prepare(CHANGE);
  }

  /** An event as it is to be; null where it is stored no more. To be called within a transaction. */
  read(id: EventId): ErasedEvent | null {
    const { project, adDeliveries } = this.#options;
    const row = this.#rows.event(project, id) as Row | undefined;
    if (row === undefined) return null;
    const names = this.#namingOf(row);
    const { text, page, touch, client } = this.#known;
    const values = {
      type: erasedType(text(row.type), names),
      page: row.page === null ? null : erasedPage(page(row.page), names),
      title: row.title === null ? null : erasedText(text(row.title), names),
      referrer: row.referrer === null ? null : erasedReferrer(text(row.referrer), names),
      touch: row.touch === null ? null : erasedTouch(touch(row.touch), names),
      client: erasedClient(client(row.client), names),
      properties: row.properties === null ? null : erasedProperties(row.properties, names),
    };
    const { type, order_id: orderId } = row;
    const isTypeNamed = values.type.isChanged;
    const isOrderNamed = orderId !== null && names(orderId);
    const namedOrder =
      orderId !== null && (isOrderNamed || isTypeNamed) ? { type, orderId, isTypeNamed } : null;
    return {
      id,
      row,
      session: row.session,
      namedOrder,
      isPartOfSession: row.exclusion === null,
      isConversion: row.conversion !== CONVERSION.none,
      adDeliveries: row.conversion === CONVERSION.none ? NO_AD_DELIVERIES : adDeliveries.count(id),
      hasUserData: this.#hasUserData.get(project, id.ms, id.suffix) !== undefined,
      named: Object.values(values).reduce((sum, value) => sum + (value?.named ?? 0), isOrderNamed ? 1 : 0),
      ...values,
    };
  }

  /** Writes an event as it was read, which is not archived, in the transaction of the caller. */
  write(erased: ErasedEvent): void {
    const { id, row, type, page, title, referrer, touch, client, properties, hasUserData } = erased;
    const { project, renamed, notes, adDeliveries } = this.#options;
    const dictionaries = this.#dictionaries;
    const next = {
      type: type.isChanged ? (dictionaries.text(type.value) as number) : row.type,
      user: row.user === null ? null : (renamed.get(row.user) ?? row.user),
      page: page?.isChanged ? dictionaries.page(page.value) : row.page,
      title: title?.isChanged ? dictionaries.text(title.value) : row.title,
      referrer: referrer?.isChanged ? dictionaries.text(referrer.value) : row.referrer,
      touch: touch?.isChanged ? dictionaries.touch(touch.value) : row.touch,
      client: client.isChanged ? dictionaries.client(client.value) : row.client,
      properties: properties?.isChanged ? properties.value : row.properties,
    };
    if (hasUserData) this.#removeUserData.run(project, id.ms, id.suffix);
    if (erased.adDeliveries.adDeliveries > 0) adDeliveries.write(id);
    if (isSame(row, next)) return;
    this.#noteReplaced(row, next);
    this.#change.run({ ...next, project, ...id });
    notes.event(project, id);
  }

  /** Whether a text names the person, in an event of this visitor and this session. */
  #namingOf({ visitor, session }: Row): Naming {
    const key = `${visitor} ${session}`;
    if (this.#naming?.key === key) return this.#naming.names;
    const own = [
      visitor === null ? undefined : this.#known.visitorId(visitor),
      session === null ? undefined : (this.#rows.session(session)?.key as string | undefined),
    ].filter((id) => id !== undefined);
    const names = createNaming([...this.#options.ids, ...own]);
    this.#naming = { key, names };
    return names;
  }

  #noteReplaced(row: Row, next: Next): void {
    const { words } = this.#options;
    if (next.type !== row.type) words.addText(row.type);
    if (next.page !== row.page) words.addPage(row.page as number);
    if (next.touch !== row.touch) words.addTouch(row.touch as number);
    if (next.client !== row.client) words.addClient(row.client);
    if (next.title !== row.title) words.addText(row.title as number);
    if (next.referrer !== row.referrer) words.addText(row.referrer as number);
  }
}

type Next = Pick<Row, 'type' | 'user' | 'page' | 'title' | 'referrer' | 'touch' | 'client' | 'properties'>;

function isSame(row: Row, next: Next): boolean {
  const isBare =
    row.page_suffix === null && row.click_ids === null && row.clicks === null && row.extras === null;
  return isBare && (Object.keys(next) as (keyof Next)[]).every((name) => next[name] === row[name]);
}

function erasedProperties(json: string, names: Naming): Erased<string> {
  const { value, named, isChanged } = erasedJson(JSON.parse(json), names);
  return { value: isChanged ? JSON.stringify(value) : json, named, isChanged };
}
