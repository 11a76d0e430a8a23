import type { WebhookBody } from '@cvq/contract';
import { createNaming, type Naming } from '../../naming.ts';
import type { Connection } from '../open-database.ts';
import { erasedJson, erasedReferrer, erasedType } from './erased-values.ts';

/** A message of webhooks without what tells of the person. */
export type ErasedMessage = {
  readonly id: number;
  readonly type: string;
  readonly body: Uint8Array;
  readonly deliveries: number;
};

/** So many messages are looked through at a time. */
const AT_ONCE = 500;

type Row = {
  readonly id: number;
  readonly event: string;
  readonly body: Uint8Array;
  readonly deliveries: number;
};

/** Takes a person out of the payloads of webhooks, sent or owed, and out of what receivers answered to them. */
export class MessageErasure {
  readonly #project: string;
  readonly #names: Naming;
  readonly #namesAmongOthers: Naming;
  readonly #sql: ReturnType<typeof prepare>;

  /** `project`: its key. `ids`: what names the person. */
  constructor(
    db: Connection,
    { project, ids }: { readonly project: string; readonly ids: readonly string[] },
  ) {
    this.#project = project;
    this.#names = createNaming(ids);
    this.#namesAmongOthers = createNaming(ids, { asWords: true });
    this.#sql = prepare(db);
  }

  /** Messages that tell of any of the events, or name the person, a part at a time. */
  *read(isErased: (event: string) => boolean): Iterable<ErasedMessage[]> {
    let after = 0;
    for (;;) {
      const rows = this.#sql.rows.all(this.#project, after, AT_ONCE) as Row[];
      yield rows.flatMap((row) => this.#erased(row, isErased(row.event)) ?? []);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  write({ id, type, body }: ErasedMessage): void {
    this.#sql.change.run(type, body, id);
    this.#sql.changeAnswers.run(id);
  }

  #erased({ id, body, deliveries }: Row, isErased: boolean): ErasedMessage | null {
    const text = Buffer.from(body).toString();
    const parsed = JSON.parse(text) as WebhookBody;
    const names = isErased ? this.#names : this.#namesAmongOthers;
    const { value, named } = erasedJson(parsed, names);
    if (named === 0 && !isErased) return null;
    const erased = { ...(value as WebhookBody), id: parsed.id, type: erasedType(parsed.type, names).value };
    const told = { ...erased, timestamp: parsed.timestamp, project_id: parsed.project_id };
    const next = JSON.stringify(isErased ? withoutPerson(told, this.#names) : told);
    return next === text ? null : { id, type: told.type, body: Buffer.from(next), deliveries };
  }
}

function withoutPerson({ data, ...body }: WebhookBody, names: Naming): WebhookBody {
  const page_url = data.page_url === null ? null : erasedReferrer(data.page_url, names).value;
  const attribution = { ...data.attribution, gclid: null };
  return { ...body, data: { ...data, session_id: null, user_id: null, page_url, attribution } };
}

function prepare(db: Connection) {
  return {
    rows: db.prepare(`
      SELECT id, event, body,
        (SELECT count(*) FROM webhook_deliveries WHERE message = webhook_messages.id) AS deliveries
      FROM webhook_messages WHERE project = ? AND is_test = 0 AND id > ? ORDER BY id LIMIT ?`),
    change: db.prepare('UPDATE webhook_messages SET type = ?, body = ? WHERE id = ?'),
    changeAnswers: db.prepare(`
      UPDATE webhook_attempts SET headers = NULL, body = NULL
      WHERE delivery IN (SELECT id FROM webhook_deliveries WHERE message = ?)`),
  };
}
