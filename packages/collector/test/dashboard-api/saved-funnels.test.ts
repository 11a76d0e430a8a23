import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector();
const at = `/projects/${collector.project}/funnels`;
let browser: TestBrowser;

beforeAll(async () => {
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

describe('a saved funnel', () => {
  it('is found by its name, and has new steps when it is saved again', async () => {
    const { status, body } = await browser.post(at, { name: 'Sale', event_types: ['view', 'purchase'] });
    const { id } = (body as { data: { id: string } }).data;
    expect(status).toBe(200);
    await browser.post(at, {
      name: 'Sale',
      event_types: ['cart', 'purchase'],
      scope: 'session',
      window_days: 1,
    });
    const kept = { id, name: 'Sale', event_types: ['cart', 'purchase'], scope: 'session', window_days: 1 };
    expect((await browser.get(at)).body).toEqual({ data: [kept] });
  });

  it.each([
    ['no step', [], 'must name 2 to 10 event types'],
    ['one step', ['view'], 'must name 2 to 10 event types'],
    [
      'eleven steps',
      Array.from({ length: 11 }, (_, step) => `step_${step}`),
      'must name 2 to 10 event types',
    ],
    ['a step twice', ['view', 'view'], 'names "view" twice'],
    ['a step without a name', ['view', ' '], 'must have 1 to'],
  ])('with %s is refused with the field that is wrong', async (_, steps, message) => {
    const { status, body } = await browser.post(at, { name: 'Wrong', event_types: steps });
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
    expect(JSON.stringify(body)).toContain('event_types');
    expect(JSON.stringify(body)).toContain(JSON.stringify(message).slice(1, -1));
    expect(JSON.stringify((await browser.get(at)).body)).not.toContain('Wrong');
  });
});
