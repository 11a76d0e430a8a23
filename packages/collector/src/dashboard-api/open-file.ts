import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { type FileBody, openFileBody } from '../body/file-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { networkOfClient } from '../net/address.ts';
import type { SharedBudget } from '../quotas/limits.ts';
import { inWordsOfTheReadApi } from '../read/in-words-of-the-read-api.ts';

/**
 * The file that a request brings, as a stream. As long as it is read, `budget` counts it as the largest that it may be.
 * @throws ApiError
 */
export function openFile(request: Request, of: FileBody, budget: SharedBudget): Readable {
  const file = openFileBody(request, of);
  const owner = networkOfClient(request.ip ?? null);
  try {
    budget.take(owner, of.maxBytes);
  } catch (error) {
    file.destroy();
    throw error instanceof TrackRefused ? inWordsOfTheReadApi(error) : error;
  }
  file.once('close', () => budget.release(owner, of.maxBytes));
  return file;
}
