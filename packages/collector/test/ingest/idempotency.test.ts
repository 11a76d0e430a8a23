import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, createClient } from '../client.ts';
import { START, startTestCollector } from '../collector.ts';

const DAY_MS = 86_400_000;
const collector = await startTestCollector();
const { client, clock, serverKey, addProject } = collector;

let keys = 0;
/** A key for each test. */
function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

type Sent = { json: unknown; key: string; bearer?: string; path?: '/v1/track' | '/v1/track/batch' };
const callOf = ({ json, key, bearer = serverKey, path = '/v1/track' }: Sent) =>
  ({ method: 'POST', path, bearer, json, headers: { 'Idempotency-Key': key } }) as const;
const send = (sent: Sent): Promise<Answer> => client.send(callOf(sent));
const idOf = ({ body }: Answer) => (body as { event_id: string }).event_id;

const REUSED = 'Idempotency-Key was used for another request within the last 24 hours.';

describe('a request with an Idempotency-Key', () => {
  it('is answered again when it is repeated, with the id of the one event', async () => {
    const { project, serverKey: bearer } = await addProject();
    const sent = { json: { event_type: 'purchase', properties: { order_id: 'A-1' } }, key: newKey(), bearer };
    const first = await send(sent);
    expect(first.status).toBe(200);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await send(sent);
      expect(again.status).toBe(200);
      expect(again.body).toEqual(first.body);
    }
    expect(await collector.stored(project)).toHaveLength(1);
  });

  it('is one event when it comes on many connections at the same time', async () => {
    const { project, serverKey: bearer } = await addProject();
    const sent = { json: { event_type: 'lead' }, key: newKey(), bearer };
    const clients = Array.from({ length: 20 }, () => createClient(collector.port));
    afterAll(() => clients.map((each) => each.close()));
    const answers = await Promise.all(clients.map((each) => each.send(callOf(sent))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await collector.stored(project)).toHaveLength(1);
  });

  it('is refused when its key stands for another body', async () => {
    const { project, serverKey: bearer } = await addProject();
    const key = newKey();
    await send({ json: { event_type: 'lead' }, key, bearer });
    const other = await send({ json: { event_type: 'signup' }, key, bearer });
    expect(other).toMatchObject({ status: 400, body: { success: false, error: REUSED } });
    expect(await collector.stored(project)).toHaveLength(1);
  });

  it('that was refused does not use its key up', async () => {
    const key = newKey();
    expect((await send({ json: { event_type: 7 }, key })).status).toBe(400);
    expect((await send({ json: { event_type: 'lead' }, key })).status).toBe(200);
  });

  it('is a new one a day later, and no sooner', async () => {
    const { project, serverKey: bearer } = await addProject();
    const sent = { json: { event_type: 'lead' }, key: newKey(), bearer };
    const first = await send(sent);
    clock.now = START + DAY_MS - 1;
    expect(idOf(await send(sent))).toBe(idOf(first));
    clock.now = START + DAY_MS;
    const next = await send(sent);
    expect(next.status).toBe(200);
    expect(idOf(next)).not.toBe(idOf(first));
    expect(await collector.stored(project)).toHaveLength(2);
    clock.now = START;
  });

  it('is apart from the same key of another project', async () => {
    const [one, two] = [await addProject(), await addProject()];
    const key = newKey();
    const json = { event_type: 'lead' };
    const first = await send({ json, key, bearer: one.serverKey });
    const second = await send({ json: { event_type: 'signup' }, key, bearer: two.serverKey });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(idOf(first)).not.toBe(idOf(second));
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a tab in it', 'a\tb'],
    ['beyond ASCII', 'schl\u00fcssel'],
  ])('is refused when the key is %s', async (_, key) => {
    expect(await send({ json: { event_type: 'lead' }, key })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Idempotency-Key must be 1 to 255 printable ASCII characters.' },
    });
  });

  it('takes a key of 255 characters', async () => {
    const sent = { json: { event_type: 'lead' }, key: 'k'.repeat(255) };
    expect(idOf(await send(sent))).toBe(idOf(await send(sent)));
  });
});

describe('a batch with an Idempotency-Key', () => {
  const path = '/v1/track/batch';
  const json = { events: [{ event_type: 'lead' }, { event_type: 7 }, { event_type: 'signup' }] };

  it('is answered again when it is repeated, element by element', async () => {
    const { project, serverKey: bearer } = await addProject();
    const sent = { json, key: newKey(), bearer, path } as const;
    const first = await send(sent);
    expect(first).toMatchObject({ status: 200, body: { accepted: 2 } });
    expect((await send(sent)).body).toEqual(first.body);
    expect(await collector.stored(project)).toHaveLength(2);
  });

  it('stores nothing when its key stands for another body', async () => {
    const { project, serverKey: bearer } = await addProject();
    const key = newKey();
    await send({ json, key, bearer, path });
    const longer = { events: ['lead', 'lead', 'signup', 'more'].map((event_type) => ({ event_type })) };
    const other = await send({ json: longer, key, bearer, path });
    const refused = { success: false, error: REUSED };
    expect(other.body).toMatchObject({ accepted: 0, results: [refused, refused, refused, refused] });
    expect(await collector.stored(project)).toHaveLength(2);
  });
});
