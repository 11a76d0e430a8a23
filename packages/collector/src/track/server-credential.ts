import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { KeyRecord } from '@cvq/storage';
import { TrackRefused } from '../errors/track-refused.ts';
import { bearerToken } from '../keys/bearer-token.ts';
import { explainToken } from '../keys/explain-token.ts';

/** Who sends: a server key names one project. */
export type TrackCaller = { readonly keyId: string; readonly project: string };

/**
 * The token of a request to `/v1/track*`, by bearer or by the query parameter `api_key`, which only these paths accept.
 * @throws TrackRefused 401 when there is none.
 */
export function tokenOf(request: IncomingMessage): string {
  const token = bearerToken(request.headers.authorization) ?? queryToken(request);
  if (token === null) {
    throw new TrackRefused('unauthenticated', 'No API key: send Authorization: Bearer <SERVER_API_KEY>.');
  }
  return token;
}

/** @throws TrackRefused 401 when the key of a request cannot be used, or names no one project. */
export function callerOf(key: KeyRecord | null, request: IncomingMessage): TrackCaller {
  const [project] = key === null || key.projects === 'all' ? [] : key.projects;
  if (key === null) {
    const header = request.headers.authorization;
    throw new TrackRefused('unauthenticated', explainToken({ header, token: tokenOf(request) }, 'srv'));
  }
  if (project === undefined)
    throw new TrackRefused('unauthenticated', 'The project of this key was deleted.');
  return { keyId: key.id, project };
}

function queryToken({ url = '' }: IncomingMessage): string | null {
  const start = url.indexOf('?');
  const { api_key } = start === -1 ? {} : parse(url.slice(start + 1));
  return api_key === undefined ? null : String(api_key);
}
