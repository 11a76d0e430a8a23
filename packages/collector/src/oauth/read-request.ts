import type { Request } from 'express';
import { parseJson, receive } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { type OauthErrorCode, OauthRefused } from '../grants/oauth-refused.ts';
import { networkOfClient } from '../net/address.ts';
import type { SharedBudget } from '../quotas/limits.ts';

/**
 * The fields of a form. A name may be there once, `resource` as often as it likes (RFC 8707, 2).
 * @throws OauthRefused
 */
export async function readForm(request: Request, budget: SharedBudget): Promise<URLSearchParams> {
  const type = 'application/x-www-form-urlencoded';
  const bytes = await receiveBody(request, { budget, type, code: 'invalid_request' });
  const form = new URLSearchParams(bytes.toString('utf8'));
  const names = [...form.keys()];
  const repeated = names.some((name, index) => name !== 'resource' && names.indexOf(name) !== index);
  if (repeated) throw new OauthRefused('invalid_request', 'A field is there more than once.');
  return form;
}

/**
 * A field that has to be there.
 * @throws OauthRefused
 */
export function requireField(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value) return value;
  const code = name === 'client_id' ? 'invalid_client' : 'invalid_request';
  throw new OauthRefused(code, `${name} is missing.`);
}

/** @throws OauthRefused */
export async function readMetadata(request: Request, budget: SharedBudget): Promise<unknown> {
  const code = 'invalid_client_metadata';
  const bytes = await receiveBody(request, { budget, type: 'application/json', code });
  return inWordsOfOauth(code, () => parseJson(bytes));
}

type Body = { readonly budget: SharedBudget; readonly type: string; readonly code: OauthErrorCode };

async function receiveBody(request: Request, { budget, type, code }: Body): Promise<Buffer> {
  const owner = networkOfClient(request.ip ?? null);
  const bytes = await inWordsOfOauth(code, () => receive(request, { contentTypes: [type], budget, owner }));
  budget.release(owner, bytes.length);
  return bytes;
}

async function inWordsOfOauth<Result>(
  code: OauthErrorCode,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TrackRefused)) throw error;
    if (error.reason === 'bad_request') throw new OauthRefused(code, error.message);
    throw new OauthRefused('temporarily_unavailable', error.message, error.retryAfterSeconds ?? 1);
  }
}
