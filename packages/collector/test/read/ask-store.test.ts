import { QuestionTimedOut, TooManyQuestions } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { ClientGone } from '../../src/body/json-body.ts';
import { askStore } from '../../src/read/ask-store.ts';

const failing = (cause: Error) => askStore(Promise.reject(cause)).catch((error: unknown) => error);

describe('a question that the store does not answer', () => {
  it('by the deadline is upstream_error, which says what to do', async () => {
    const cause = new QuestionTimedOut(30);
    const error = await failing(cause);
    expect(error).toMatchObject({
      ...{ code: 'upstream_error', status: 502, cause },
      details: { service: 'analytics_store', deadline_seconds: 30 },
    });
    expect((error as Error).message).toMatch(
      /within 30 seconds\. Ask for a shorter range or with fewer filters/,
    );
  });

  it('since too many of the account wait is rate_limited, as too many at once are', async () => {
    expect(await failing(new TooManyQuestions(2000))).toMatchObject({
      ...{ code: 'rate_limited', status: 429 },
      details: { retry_after_seconds: 1 },
      headers: { 'Retry-After': '1', 'X-RateLimit-Scope': 'concurrency' },
    });
  });

  it('since the range holds more than an answer can is invalid_range, which names the limit and says what to do', async () => {
    const cause = Object.assign(new Error('There are more than 50000 campaigns'), {
      code: 'ANSWER_TOO_LARGE',
    });
    expect(await failing(cause)).toMatchObject({
      ...{ code: 'invalid_range', status: 400, cause },
      message: 'There are more than 50000 campaigns. Ask for a shorter range.',
    });
  });

  it('since its client has gone is no failure of the store', async () => {
    const gone = new ClientGone();
    expect(await failing(gone)).toBe(gone);
  });

  it('for any other reason is upstream_error, with the cause for the log alone', async () => {
    const cause = new Error('SQLITE_CORRUPT');
    const error = await failing(cause);
    expect(error).toMatchObject({ code: 'upstream_error', details: { service: 'analytics_store' }, cause });
    expect((error as Error).message).not.toContain('SQLITE');
  });
});
