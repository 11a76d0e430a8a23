import type { Random } from '../../../../test/builders/seeded-random.ts';
import type { Project } from './program.ts';

/** A request that says by itself what its answer acknowledges. */
export type Request = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly marks: readonly string[];
  /** The events that an answer acknowledges, each with the id that it names, or null. */
  acknowledgedBy(status: number, body: string): readonly (readonly [mark: string, id: string | null])[];
};

const ORDINARY_BROWSER = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Accept-Language': 'en-GB,en;q=0.9',
};

/** Clients of all kinds: single events, batches and browsers, with ids of their own or an Idempotency-Key. */
export function createTraffic(project: Project, random: Random, name: string): () => Request {
  let count = 0;
  let purchases = 0;
  const asServer = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };

  function newMark(): string {
    count += 1;
    return `${name}-${count}`;
  }

  const newId = (mark: string) => `evt_${Date.now()}_${mark.replaceAll('-', 'x')}`;

  /** Every order is told of twice, as by the page that says thank you and by the shop's own server. */
  function aSale(mark: string) {
    purchases += 1;
    const order = `${name}-${Math.floor(purchases / 2)}`;
    return { event_type: 'purchase', properties: { mark, order_id: order, value: 19.99, currency: 'EUR' } };
  }

  function anEvent(mark: string) {
    const event = random.chance(0.3)
      ? aSale(mark)
      : { event_type: random.pick(['pageview', 'search']), properties: { mark } };
    return { ...event, timestamp: new Date().toISOString() };
  }

  function single(): Request {
    const mark = newMark();
    const own = random.chance(0.5);
    const session = `session-${random.whole(1, 50)}`;
    const event = { ...anEvent(mark), session_id: session, ...(own && { event_id: newId(mark) }) };
    return {
      path: '/v1/track',
      headers: own ? asServer : { ...asServer, 'Idempotency-Key': `key-${mark}` },
      body: JSON.stringify(event),
      marks: [mark],
      acknowledgedBy(status, body) {
        if (status !== 200) return [];
        return [[mark, (JSON.parse(body) as { event_id: string }).event_id]];
      },
    };
  }

  function batch(): Request {
    const marks = Array.from({ length: random.whole(1, 20) }, newMark);
    const own = random.chance(0.5);
    const events = marks.map((mark) => ({ ...anEvent(mark), ...(own && { event_id: newId(mark) }) }));
    return {
      path: '/v1/track/batch',
      headers: own ? asServer : { ...asServer, 'Idempotency-Key': `key-${marks[0]}` },
      body: JSON.stringify({ events }),
      marks,
      acknowledgedBy(status, body) {
        if (status !== 200) return [];
        const { results } = JSON.parse(body) as { results: { success: boolean; event_id: string }[] };
        return results.flatMap(({ success, event_id }, index) =>
          success ? [[marks[index] as string, event_id] as const] : [],
        );
      },
    };
  }

  function browser(): Request {
    const marks = Array.from({ length: random.whole(1, 5) }, newMark);
    const events = marks.map((mark) => ({ ...anEvent(mark), id: newId(mark) }));
    const session = random.chance(0.5) && { session_id: `session-${random.whole(1, 50)}` };
    // New people come all the time: nobody looks at hundreds of pages, as a bot would.
    const visitor = `visitor-${Math.floor(count / 200)}-${random.whole(1, 40)}`;
    const body = { key: project.id, visitor_id: visitor, ...session, events };
    return {
      path: '/v1/events',
      headers: { 'Content-Type': 'text/plain', ...ORDINARY_BROWSER },
      body: JSON.stringify(body),
      marks,
      acknowledgedBy(status, answer) {
        if (status !== 202) return [];
        const { accepted, duplicates } = JSON.parse(answer) as { accepted: number; duplicates: number };
        if (accepted + duplicates !== marks.length) throw new Error(`Not all were taken: ${answer}`);
        return events.map(({ id }, index) => [marks[index] as string, id] as const);
      },
    };
  }

  return () => random.pick([single, batch, browser])();
}
