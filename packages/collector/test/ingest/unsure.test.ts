import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const { client, project } = collector;
const other = await collector.addProject({ domain: 'other.example' });

const eventId = (suffix: string) => `evt_1795255200000_${suffix}`;
const send = (batch: object) => client.send({ method: 'POST', path: '/v1/events', json: batch });

it('a page learns which events are stored of which it is unsure, and only of its own project', async () => {
  const [known, unknown, fresh] = ['1', '2', '3'].map(eventId);
  await send({ key: project, events: [{ id: known, event_type: 'tracked' }] });
  const unsure = [known, unknown, fresh, 'no id'];
  // What came with the question is stored before it is answered.
  const own = await send({ key: project, unsure, events: [{ id: fresh, event_type: 'tracked' }] });
  expect([own.status, own.body]).toEqual([
    202,
    { accepted: 1, duplicates: 0, rejected: [], stored: [known, fresh] },
  ]);
  const foreign = await send({ key: other.project, unsure, events: [] });
  expect([foreign.status, foreign.body]).toEqual([
    202,
    { accepted: 0, duplicates: 0, rejected: [], stored: [] },
  ]);
});

it('a page may ask without an event, and must do one of both', async () => {
  const { status, body } = await send({ key: project, unsure: [eventId('1')], events: [] });
  expect([status, body]).toMatchObject([202, { stored: [eventId('1')] }]);
  const empty = await send({ key: project, events: [] });
  expect([empty.status, empty.body]).toEqual([
    400,
    { success: false, error: 'events must hold 1 to 100 events.' },
  ]);
  const plain = await send({ key: project, events: [{ id: eventId('9'), event_type: 'tracked' }] });
  expect(plain.body).not.toHaveProperty('stored');
});
