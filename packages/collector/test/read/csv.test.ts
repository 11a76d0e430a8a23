import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/read/csv/csv.ts';
import { startTestCollector } from '../collector.ts';

describe('a table as CSV', () => {
  it('has a header row, ends lines in CRLF and quotes what needs it', () => {
    const rows = [
      ['a,b', 1.5, null],
      ['say "so"', true, 'two\nlines'],
    ] as const;
    expect(toCsv({ columns: ['x', 'y', 'z'], rows })).toBe(
      'x,y,z\r\n"a,b",1.5,\r\n"say ""so""",true,"two\nlines"\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '＝1'])('does not let a spreadsheet run %j', (text) => {
    expect(toCsv({ columns: ['x'], rows: [[text]] })).toContain(`\r\n'${text}`);
  });

  it('leaves numbers alone', () => {
    expect(toCsv({ columns: ['x'], rows: [[-1]] })).toBe('x\r\n-1\r\n');
  });
});

describe('Accept: text/csv', async () => {
  const { client, serverKey, addKey } = await startTestCollector();
  const { token } = await addKey({ scopes: ['analytics:read', 'conversions:read'] });
  const json = { event_type: '=cmd()', properties: { value: 5 } };
  await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  const ask = (path: string, Accept: string) => client.send({ path, bearer: token, headers: { Accept } });

  it.each([
    ['/v1/analytics/timeseries?range=7d', /^start,end,label,partial,visitors,/],
    ['/v1/analytics/breakdown?dimension=event_type', /^value,visitors,[^\r]*\r\n'=cmd\(\),/],
    ['/v1/conversions', /^id,event_id,event_type,[^\r]*,deliveries\r\nconv_[^,]*,evt_[^,]*,'=cmd\(\),/],
  ])('answers %s as CSV, without what the caller may not see', async (path, begins) => {
    const answer = await ask(path, 'text/csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.body).toMatch(begins);
    expect(answer.body).not.toContain('ad_spend');
  });

  it.each(['image/png', '*/*', 'application/json, text/csv'])('%s is answered in JSON', async (accept) => {
    expect((await ask('/v1/conversions', accept)).headers['content-type']).toMatch(/^application\/json/);
  });

  it('is refused for rows in brief, since a table has all columns', async () => {
    expect(await ask('/v1/conversions?detail=brief', 'text/csv')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { fields: [{ field: 'detail' }] } } },
    });
  });

  it('does not change a failure, nor an answer without rows', async () => {
    expect((await ask('/v1/conversions?limit=0', 'text/csv')).body).toHaveProperty('error');
    expect((await ask('/v1/analytics/overview', 'text/csv')).body).toHaveProperty('data');
  });
});
