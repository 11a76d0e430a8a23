import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { TrackRefused } from '../errors/track-refused.ts';
import { bearerToken } from '../keys/bearer-token.ts';
import type { FindServerKey } from '../keys/remember-keys.ts';

/** Who sends: a server key names one project. */
export type Caller = { readonly keyId: string; readonly project: string };

/**
 * The caller of `/v1/track*`, by bearer or by the query parameter `api_key`, which only these paths accept.
 * @throws TrackRefused 401 when the key is missing or cannot be used.
 */
export async function authenticate(
  request: IncomingMessage,
  findKey: FindServerKey,
  now: number,
): Promise<Caller> {
  const token = bearerToken(request.headers.authorization) ?? queryToken(request);
  if (token === null) {
    throw new TrackRefused('unauthenticated', 'No API key: send Authorization: Bearer <SERVER_API_KEY>.');
  }
  if (token.startsWith('proj_')) {
    throw new TrackRefused(
      'unauthenticated',
      'This is a public tracking key: a server API key (srv_) is needed.',
    );
  }
  const key = await findKey(token, now);
  const [project] = key === null || key.projects === 'all' ? [] : key.projects;
  if (key === null || project === undefined) {
    throw new TrackRefused('unauthenticated', 'The API key is unknown, revoked or expired.');
  }
  return { keyId: key.id, project };
}

function queryToken({ url = '' }: IncomingMessage): string | null {
  const start = url.indexOf('?');
  const { api_key } = start === -1 ? {} : parse(url.slice(start + 1));
  return api_key === undefined ? null : String(api_key);
}
