import { ERROR_CODES, type ErrorCode } from '@cvq/contract';
import { expect, it } from 'vitest';
import type { Answer, Call } from '../client.ts';
import type { TestCollector } from '../collector.ts';

/** What a rule asks of an answer: a status, or a code of the read API; and what else must be in it. */
type Expected = {
  readonly status?: number;
  readonly code?: ErrorCode;
  readonly details?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
};

/** A sentence of the specification, a request that meets it, and the answer that it demands. */
export type Rule = readonly [sentence: string, call: Call | (() => Call | Promise<Call>), expected: Expected];

/** Each rule of a section, executed over HTTP. */
export function testRules({ client, clock }: TestCollector, rules: readonly Rule[]): void {
  it.each(rules)('%s', async (_sentence, call, expected) => {
    // A minute for each rule, so that none meets the quota of another.
    clock.now += 60_000;
    expectRule(await client.send(typeof call === 'function' ? await call() : call), expected);
  });
}

function expectRule(answer: Answer, { status, code, details, body, headers }: Expected): void {
  expect(answer.status).toBe(code === undefined ? (status ?? 200) : ERROR_CODES[code].status);
  if (code !== undefined) {
    const doc_url = expect.stringMatching(new RegExp(`/docs/errors#${code}$`));
    const error = { code, message: expect.any(String), doc_url, ...(details !== undefined && { details }) };
    expect(answer.body).toEqual({ error: details === undefined ? expect.objectContaining(error) : error });
  }
  if (body !== undefined) expect(answer.body).toEqual(body);
  if (headers !== undefined) expect(answer.headers).toMatchObject(headers);
}
