import { LRUCache } from 'lru-cache';
import type { Client, ClientEvidence } from './client.ts';
import { parseClient } from './parse-client.ts';

/** Visitors share few user agents: a thousand answer 99.6 % of real traffic. Strangers choose them, hence the bound. */
const REMEMBERED_CLIENTS = 5_000;

/** No browser sends more; what does is parsed each time and takes no room. */
const MAX_KEY_LENGTH = 1_024;

/** `parseClient` with a memory. */
export function rememberClients(): typeof parseClient {
  // Apart, so that the common key is the user agent itself and needs not be built.
  const byUserAgent = new LRUCache<string, Client>({ max: REMEMBERED_CLIENTS });
  const byEvidence = new LRUCache<string, Client>({ max: REMEMBERED_CLIENTS });
  return (evidence) => {
    const isBare = evidence.hints === undefined && (evidence.touchPoints ?? 0) <= 1;
    const remembered = isBare ? byUserAgent : byEvidence;
    const key = isBare ? (evidence.userAgent ?? '') : keyOf(evidence);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const client = Object.freeze(parseClient(evidence));
    if (key.length <= MAX_KEY_LENGTH) remembered.set(key, client);
    return client;
  };
}

function keyOf({ userAgent, hints = {}, touchPoints }: ClientEvidence): string {
  const { brands, fullVersionList, mobile, model, platform, platformVersion } = hints;
  const hasTouch = (touchPoints ?? 0) > 1;
  return JSON.stringify([
    userAgent,
    hasTouch,
    brands,
    fullVersionList,
    mobile,
    model,
    platform,
    platformVersion,
  ]);
}
