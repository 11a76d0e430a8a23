import { expect, it } from 'vitest';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client } = collector;
const NOBODY = ['', ' ', '0', 'undefined', 'null', '[object Object]'];

it.each(NOBODY)(
  'a sale whose session and user are %j belongs to nobody’s session, and is stored',
  async (id) => {
    const { project, serverKey } = await collector.addProject();
    const json = {
      key: project,
      visitor_id: 'ann',
      session_id: id,
      events: [
        {
          id: `evt_${START}_click`,
          event_type: 'pageview',
          context: { page_url: 'https://shop.example/?gclid=TeSt-1' },
        },
      ],
    };
    const headers = { 'User-Agent': USER_AGENT };
    const seen = await client.send({ method: 'POST', path: '/v1/events', json, headers });
    expect(seen.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    const event = { event_type: 'purchase', session_id: id, user_id: id, properties: { value: 10 } };
    const named = { ...event, context: { session_id: 'the-one' } };
    for (const sale of [event, { ...event, context: { session_id: id } }, named]) {
      const answer = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: sale });
      expect(answer.body).toMatchObject({ success: true });
    }
    const stored = await collector.stored(project);
    expect(stored.map(({ user_id }) => user_id)).toEqual([null, null, null, null]);
    expect(stored.flatMap(({ session_id }) => session_id ?? [])).toEqual(['the-one']);
  },
);
