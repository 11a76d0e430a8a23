import type { Bot, Client, Page, Touch, Visitor } from '../../event-record.ts';
import type { Connection } from '../open-database.ts';
import { visitorSourceCode } from '../row-codes.ts';
import { createDictionary } from './dictionary.ts';

/** The dictionaries of the event store. All may write, so all are used inside the writer's transaction. */
export type Dictionaries = {
  project(key: string): number;
  text(value: string | null): number | null;
  page(page: Page | null): number | null;
  visitor(project: number, visitor: Visitor | null): number | null;
  client(client: Client): number;
  touch(touch: Touch | null): number | null;
  bot(bot: Bot | null): number | null;
  forget(): void;
};

/** Between the parts of a key: no text that is stored can hold it. */
const SEPARATOR = '\0';

export function createDictionaries(db: Connection): Dictionaries {
  const projects = createDictionary<null>(db, {
    insert: 'INSERT INTO projects (key) VALUES (?)',
    select: 'SELECT id FROM projects WHERE key = ?',
    remember: 1_000,
    values: (key) => [key],
    lookup: 1,
  });
  const strings = createDictionary<null>(db, {
    insert: 'INSERT INTO strings (value) VALUES (?)',
    select: 'SELECT id FROM strings WHERE value = ?',
    remember: 10_000,
    values: (key) => [key],
    lookup: 1,
  });
  const text = (value: string | null) => (value === null ? null : strings.idOf(value, null));
  const pages = createDictionary<Page>(db, {
    insert: 'INSERT INTO pages (url, hostname, path) VALUES (?, ?, ?)',
    select: 'SELECT id FROM pages WHERE url = ?',
    remember: 5_000,
    values: (key, page) => [key, text(page.hostname), text(page.path)],
    lookup: 1,
  });
  const visitors = createDictionary<{ project: number; visitor: Visitor }>(db, {
    insert: 'INSERT INTO visitors (project, key, source) VALUES (?, ?, ?)',
    select: 'SELECT id FROM visitors WHERE project = ? AND key = ? AND source = ?',
    remember: 10_000,
    values: (_, { project, visitor }) => [project, visitor.id, visitorSourceCode(visitor.source)],
    lookup: 3,
  });
  const clients = createDictionary<Client>(db, {
    insert: `INSERT INTO clients (key, user_agent, language, screen, browser, browser_version, os, os_version, device,
      country, region, city) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    select: 'SELECT id FROM clients WHERE key = ?',
    remember: 5_000,
    values: (key, client) => [key, ...clientWords(client).map(text)],
    lookup: 1,
  });
  const touches = createDictionary<Touch>(db, {
    insert: `INSERT INTO touches (key, is_touch, channel, source, medium, campaign, term, content, ad_platform,
      referrer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    select: 'SELECT id FROM touches WHERE key = ?',
    remember: 5_000,
    values: (key, touch) => [key, touch.isTouch ? 1 : 0, ...touchWords(touch).map(text)],
    lookup: 1,
  });
  const bots = createDictionary<Bot>(db, {
    insert: 'INSERT INTO bot_verdicts (key, category, name, score, reasons) VALUES (?, ?, ?, ?, ?)',
    select: 'SELECT id FROM bot_verdicts WHERE key = ?',
    remember: 2_000,
    values: (key, { category, name, score, reasons }) => [
      key,
      text(category),
      text(name),
      score,
      JSON.stringify(reasons),
    ],
    lookup: 1,
  });
  let clientIds = new WeakMap<Client, number>();
  let touchIds = new WeakMap<Touch, number>();
  const all = [projects, strings, pages, visitors, clients, touches, bots] as const;
  return {
    project: (key) => projects.idOf(key, null),
    text,
    page: (page) => (page === null ? null : pages.idOf(page.url, page)),
    visitor: (project, visitor) =>
      visitor && visitors.idOf(`${project} ${visitor.source} ${visitor.id}`, { project, visitor }),
    client: (client) => identified(clientIds, client, () => clients.idOf(keyOf(clientWords(client)), client)),
    touch: (touch) =>
      touch &&
      identified(touchIds, touch, () =>
        touches.idOf(`${touch.isTouch}${SEPARATOR}${touchWords(touch).join(SEPARATOR)}`, touch),
      ),
    bot: (bot) => bot && bots.idOf([bot.category, bot.name, bot.score, ...bot.reasons].join(SEPARATOR), bot),
    forget() {
      clientIds = new WeakMap();
      touchIds = new WeakMap();
      for (const dictionary of all) dictionary.forget();
    },
  };
}

/** Many events share one object, and for those its words need not be put together again. */
function identified<Thing extends object>(
  ids: WeakMap<Thing, number>,
  thing: Thing,
  find: () => number,
): number {
  const known = ids.get(thing);
  if (known !== undefined) return known;
  const id = find();
  ids.set(thing, id);
  return id;
}

/** Words as one text. Which of them are missing leads, since an empty word joins to the same. */
function keyOf(words: readonly (string | null)[]): string {
  let missing = 0;
  for (const [index, word] of words.entries()) if (word === null) missing |= 1 << index;
  return `${missing}${SEPARATOR}${words.join(SEPARATOR)}`;
}

/** The words of a client in the order of the table's columns. */
function clientWords(client: Client): (string | null)[] {
  return [
    client.userAgent,
    client.language,
    client.screen,
    client.browser,
    client.browserVersion,
    client.os,
    client.osVersion,
    client.device,
    client.country,
    client.region,
    client.city,
  ];
}

/** The words of a touch in the order of the table's columns. */
function touchWords(touch: Touch): string[] {
  return [
    touch.channel,
    touch.source,
    touch.medium,
    touch.campaign,
    touch.term,
    touch.content,
    touch.adPlatform,
    touch.referrer,
  ];
}
