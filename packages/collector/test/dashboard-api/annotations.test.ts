import type { Annotation, AnnotationResponse, DashboardOverview } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { MAX_ANNOTATIONS } from '../../src/accounts/annotations.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector({ timezone: 'Europe/Berlin' });
const { project, control } = collector;
const at = `/projects/${project}/annotations`;
let browser: TestBrowser;

beforeAll(async () => {
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

async function add(date: string, text: string): Promise<Annotation> {
  const { status, body } = await browser.post(at, { date, text });
  expect(status).toBe(200);
  return (body as AnnotationResponse).data;
}

async function shown(range: string): Promise<readonly Annotation[]> {
  const { body } = await browser.get(`/overview?project=${project}&${range}`);
  return (body as DashboardOverview).data.annotations;
}

describe('an annotation', () => {
  it('stands on the Overview of its day, and a program reads it by a key', async () => {
    const press = await add('2026-11-03', '  A magazine writes about us ');
    const outage = await add('2026-11-17', 'The shop was down');
    expect(press).toEqual({
      id: expect.stringMatching(/^ann_/),
      date: '2026-11-03',
      text: 'A magazine writes about us',
    });
    expect(await shown('range=30d')).toEqual([press, outage]);
    expect(await shown('range=7d')).toEqual([outage]);
    expect(await shown('start_date=2026-11-03&end_date=2026-11-03')).toEqual([press]);
    expect(await shown('range=today')).toEqual([]);

    const { token } = await collector.addKey({ scopes: ['analytics:read'] });
    const ask = async (path: string) => (await collector.client.send({ path, bearer: token })).body;
    const told = { data: [outage, press], meta: { total_rows: 2 } };
    expect(await ask(`/v1/annotations?project=${project}`)).toEqual(told);
    expect(await ask(`/v1/projects/${project}/annotations`)).toEqual(told);
    expect((await browser.get(`/annotations?project=${project}`)).body).toEqual(told);
    await browser.delete(`${at}/${press.id}`);
    await browser.delete(`${at}/${outage.id}`);
  });

  it('is changed and removed', async () => {
    const { id } = await add('2026-11-03', 'First');
    const changed = { date: '2026-11-04', text: 'Second' };
    expect((await browser.put(`${at}/${id}`, changed)).body).toEqual({ data: { id, ...changed } });
    expect(await shown('range=30d')).toEqual([{ id, ...changed }]);
    expect((await browser.delete(`${at}/${id}`)).status).toBe(200);
    expect(codeOf(await browser.delete(`${at}/${id}`))).toBe('not_found');
    expect(codeOf(await browser.put(`${at}/${id}`, changed))).toBe('not_found');
    expect(await shown('range=30d')).toEqual([]);
  });

  it('is written by no key: the read API has no such path', async () => {
    const { token } = await collector.addKey({ scopes: ['analytics:read'] });
    const json = { date: '2026-11-03', text: 'By a program' };
    for (const path of [`/v1/projects/${project}/annotations`, '/v1/annotations']) {
      const answer = await collector.client.send({ method: 'POST', path, bearer: token, json });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_request']);
    }
  });

  it.each([
    [{ date: '2026-02-30', text: 'x' }, 'date', 'is not a day of the calendar'],
    [{ date: '3 November', text: 'x' }, 'date', 'must be YYYY-MM-DD'],
    [{ date: '2026-11-03' }, 'text', 'is required and must be a string'],
    [{ date: '2026-11-03', text: ' \u200b ' }, 'text', 'Invalid text. A text has 1 to 200 characters'],
    [{ date: '2026-11-03', text: 'x'.repeat(201) }, 'text', 'Invalid text. A text has 1 to 200 characters'],
    [{ date: '2026-11-03', text: 'a\u202eb' }, 'text', 'Invalid text. A text has 1 to 200 characters'],
    [{ date: '2026-11-03', text: 'a\nb' }, 'text', 'Invalid text. A text has 1 to 200 characters'],
  ])('with %j is refused, and the field is named', async (json, field, message) => {
    const answer = await browser.post(at, json);
    expect(codeOf(answer)).toBe('invalid_request');
    expect(answer.body).toMatchObject({
      error: { details: { fields: [{ field, message: expect.stringContaining(message) }] } },
    });
  });

  it('is not added to so many that nobody can look through them', async () => {
    const operator = asOperator(control, () => collector.clock.now);
    const { project: other } = await collector.addProject();
    for (let index = 0; index < MAX_ANNOTATIONS; index += 1)
      await operator.control.addAnnotation({
        ...{ id: `ann_${index}`, project: other, day: '2026-11-03', text: `${index}` },
        ...{ createdBy: null, createdAt: 0 },
      });
    const answer = await browser.post(`/projects/${other}/annotations`, { date: '2026-11-03', text: 'x' });
    expect(codeOf(answer)).toBe('conflict');
  });
});
