import type { Client, Page, Touch } from '../../event-record.ts';
import { RecentMap } from '../ingest/dictionaries.ts';
import type { Connection } from '../open-database.ts';
import { type VisitorKey, visitorIdOf } from '../visitor-key.ts';
import { CLIENT_TEXTS, readClient, readTouch, TOUCH_TEXTS, textOf } from '../word-columns.ts';

/** Of each kind, so many recent ones are kept: events of one person share most of them. */
const REMEMBERED = 2_000;

/** What numbers in rows of events stand for. */
export class KnownWords {
  readonly text: (id: number) => string;
  readonly page: (id: number) => Page;
  readonly touch: (id: number) => Touch;
  readonly client: (id: number) => Client;
  readonly visitorId: (id: number) => string;

  constructor(db: Connection) {
    const texts = db.prepare('SELECT value FROM strings WHERE id = ?').pluck();
    const pages = db.prepare(`
      SELECT url, '' AS suffix, ${textOf('hostname')} AS hostname, ${textOf('path')} AS path FROM pages WHERE id = ?`);
    const touches = db.prepare(`SELECT ${TOUCH_TEXTS} FROM touches WHERE id = ?`);
    const clients = db.prepare(`
      SELECT ${CLIENT_TEXTS} FROM clients
      JOIN user_agents ON user_agents.id = clients.user_agent
      JOIN places ON places.id = clients.place
      WHERE clients.id = ?`);
    const visitors = db.prepare('SELECT key FROM visitors WHERE id = ?').pluck();
    this.text = remembering((id) => texts.get(id) as string);
    this.page = remembering((id) => pages.get(id) as Page);
    this.touch = remembering((id) => readTouch(touches.get(id) as Readonly<Record<string, unknown>>));
    this.client = remembering((id) => readClient(clients.get(id) as Readonly<Record<string, unknown>>));
    this.visitorId = remembering((id) => visitorIdOf(visitors.get(id) as VisitorKey));
  }
}

function remembering<Found extends {}>(find: (id: number) => Found): (id: number) => Found {
  const known = new RecentMap<number, Found>(REMEMBERED);
  return (id) => {
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const found = find(id);
    known.set(id, found);
    return found;
  };
}
