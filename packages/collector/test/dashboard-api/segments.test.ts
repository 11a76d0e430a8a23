import type { Segment, SegmentResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_SEGMENTS } from '../../src/accounts/segments.ts';
import { operations } from '../../src/read/operations.ts';
import { startTestCollector } from '../collector.ts';
import { sendShopTraffic } from '../read/shop-traffic.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector();
const { project, control } = collector;
const at = `/projects/${project}/segments`;
const { token } = await collector.addKey({
  scopes: ['analytics:read', 'conversions:read', 'bots:read', 'spend:read'],
});
let browser: TestBrowser;

beforeAll(async () => {
  await sendShopTraffic(collector, 10);
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

async function save(name: string, filter: readonly string[]): Promise<Segment> {
  const { status, body } = await browser.post(at, { name, filter });
  expect([status, body]).toMatchObject([200, {}]);
  return (body as SegmentResponse).data;
}

const ask = (path: string) => collector.client.send({ path, bearer: token });

/** Every operation that takes the argument. */
const TAKING = operations.filter(({ query }) => 'segment' in query.shape);

describe('a segment', () => {
  it('is taken by every operation that takes a filter', () => {
    const filtered = operations.filter(({ query }) => 'filter' in query.shape);
    expect(TAKING.map(({ name }) => name)).toEqual(filtered.map(({ name }) => name));
    expect(TAKING.length).toBeGreaterThan(5);
  });

  it.each(TAKING.map((operation) => [operation.name, operation] as const))(
    'gives %s the answer that its conditions give, alone and beside another',
    async (_, { path, example }) => {
      const filters = ['page:contains:/', 'device:is:desktop|mobile'];
      const { id } = await save(`Of ${path}`, filters);
      const query = `project=${project}&${example}`;
      const written = filters.map((text) => `&filter=${encodeURIComponent(text)}`).join('');
      for (const more of ['', '&filter=event_type:is_not:pageview']) {
        const told = await ask(`${path}?${query}&segment=${id}${more}`);
        const expected = await ask(`${path}?${query}${written}${more}`);
        expect([told.status, expected.status]).toEqual([200, 200]);
        const { meta = {}, ...rest } = told.body as { meta?: Record<string, unknown> };
        const { segment, ...otherMeta } = meta;
        expect({ meta: otherMeta, ...rest }).toEqual({ meta: {}, ...(expected.body as object) });
        if (Object.keys(meta).length > 0) expect(segment).toEqual({ id, name: `Of ${path}` });
      }
      await browser.delete(`${at}/${id}`);
    },
  );

  it('narrows what it is about: it is no empty word', async () => {
    const { id } = await save('One page', ['page:is:/about']);
    const pageviewsOf = async (query: string) =>
      ((await ask(`/v1/analytics/overview?project=${project}&range=30d${query}`)).body as MeasuresTold).data
        .pageviews;
    const [all, narrowed] = [await pageviewsOf(''), await pageviewsOf(`&segment=${id}`)];
    expect(narrowed).toBe(await pageviewsOf('&filter=page:is:/about'));
    expect(narrowed).toBeLessThan(all);
    await browser.delete(`${at}/${id}`);
  });

  it('is listed by name, for the dashboard and for keys, and answers to its new conditions once changed', async () => {
    const buyers = await save('Buyers', ['event_type:is:purchase']);
    const abroad = await save('abroad', ['country:is_not:DE', String.raw`page:contains:a\|b`]);
    const told = { data: [abroad, buyers], meta: { total_rows: 2 } };
    expect((await ask(`/v1/segments?project=${project}`)).body).toEqual(told);
    expect((await browser.get(`/projects/${project}/segments`)).body).toEqual(told);
    const changed = { name: 'Readers', filter: ['page:is:/about'] };
    expect((await browser.put(`${at}/${buyers.id}`, changed)).body).toEqual({
      data: { id: buyers.id, ...changed },
    });
    const range = `project=${project}&range=30d`;
    const [byName, byFilter] = await Promise.all([
      ask(`/v1/analytics/overview?${range}&segment=${buyers.id}`),
      ask(`/v1/analytics/overview?${range}&filter=page:is:/about`),
    ]);
    expect((byName.body as MeasuresTold).data).toEqual((byFilter.body as MeasuresTold).data);
    for (const { id } of [buyers, abroad]) expect((await browser.delete(`${at}/${id}`)).status).toBe(200);
    expect(codeOf(await browser.delete(`${at}/${buyers.id}`))).toBe('not_found');
  });

  it('that the project does not have is refused, also where it is another project’s', async () => {
    const other = await collector.addProject();
    const { body } = await browser.post(`/projects/${other.project}/segments`, {
      name: 'Theirs',
      filter: ['country:is:DE'],
    });
    const theirs = (body as SegmentResponse).data.id;
    for (const id of ['seg_none', theirs, '']) {
      const answer = await ask(`/v1/analytics/overview?project=${project}&segment=${id}`);
      expect([answer.status, answer.body]).toMatchObject([
        400,
        {
          error: {
            code: 'invalid_request',
            details: {
              fields: [
                {
                  field: 'segment',
                  message: 'is no segment of this project: list_segments has their ids, seg_…',
                },
              ],
            },
          },
        },
      ]);
    }
  });

  it('does not apply to conversions that are no sale, as no filter does', async () => {
    const { id } = await save('Abroad', ['country:is_not:DE']);
    const answer = await ask(`/v1/conversions?project=${project}&kind=duplicate&segment=${id}`);
    expect(answer.body).toMatchObject({ error: { details: { fields: [{ field: 'segment' }] } } });
    await browser.delete(`${at}/${id}`);
  });

  it('has a name of its own', async () => {
    const one = await save('One', ['country:is:DE']);
    const two = await save('Two', ['country:is:DE']);
    expect(codeOf(await browser.post(at, { name: ' One ', filter: ['country:is:AT'] }))).toBe('conflict');
    expect(codeOf(await browser.put(`${at}/${two.id}`, { name: 'One', filter: ['country:is:AT'] }))).toBe(
      'conflict',
    );
    for (const { id } of [one, two]) await browser.delete(`${at}/${id}`);
  });

  it.each([
    [{ name: 'x', filter: [] }, 'filter', 'must hold at least 1 elements'],
    [{ name: 'x', filter: ['country'] }, 'filter[0]', 'must be dimension:operator:value'],
    [{ name: 'x', filter: ['country:is:DE', 'planet:is:Mars'] }, 'filter[1].dimension', 'is not known'],
    [{ name: 'x', filter: ['country:like:DE'] }, 'filter[0].operator', 'must be one of is, is_not, contains'],
    [{ name: 'x', filter: Array(21).fill('country:is:DE') }, 'filter', 'must hold at most 20 conditions'],
    [{ name: 'x', filter: [{ dimension: 'country' }] }, 'filter[0]', 'must be a string, not an object'],
    [{ name: '', filter: ['country:is:DE'] }, 'name', 'Invalid name.'],
  ])('with %j is refused, and the field is named', async (json, field, message) => {
    const answer = await browser.post(at, json);
    expect(codeOf(answer)).toBe('invalid_request');
    expect(answer.body).toMatchObject({
      error: { details: { fields: [{ field, message: expect.stringContaining(message) }] } },
    });
  });

  it('is not added to so many that nobody can look through them', async () => {
    const other = (await collector.addProject()).project;
    for (let index = 0; index < MAX_SEGMENTS; index += 1)
      await control.addSegment({
        ...{ id: `seg_${index}`, project: other, name: `${index}`, filters: ['country:is:DE'] },
        ...{ createdBy: null, createdAt: 0 },
      });
    const answer = await browser.post(`/projects/${other}/segments`, {
      name: 'x',
      filter: ['country:is:DE'],
    });
    expect(codeOf(answer)).toBe('conflict');
  });
});

type MeasuresTold = { readonly data: { readonly pageviews: number } };
