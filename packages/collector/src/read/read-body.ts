import type { Request } from 'express';
import { parseJson, receive } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { networkOfClient } from '../net/address.ts';
import type { SharedBudget } from '../quotas/limits.ts';
import { inWordsOfTheReadApi } from './in-words-of-the-read-api.ts';

/**
 * The JSON value that a request has for a body, by the reader of the tracking APIs.
 * @throws ApiError
 */
export async function readBody(request: Request, budget: SharedBudget): Promise<unknown> {
  const owner = networkOfClient(request.ip ?? null);
  try {
    const body = await receive(request, { contentTypes: ['application/json'], budget, owner });
    try {
      return parseJson(body);
    } finally {
      budget.release(owner, body.length);
    }
  } catch (error) {
    throw error instanceof TrackRefused ? inWordsOfTheReadApi(error) : error;
  }
}
