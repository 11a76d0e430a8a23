import type { ListedWebhook } from '@cvq/contract';

type Named = Pick<ListedWebhook, 'id' | 'url'>;

/** A longer path is no name that somebody reads, or writes to remove an endpoint. */
const MAX_PATH = 40;
const END_OF_ID = 6;

/**
 * What each endpoint is called, by its id: its host; where others are at that host, host and path; where that is long, or does
 * not tell them apart either, the host and the end of the id. Never the query, in which receivers keep tokens.
 */
export function endpointNames(endpoints: readonly Named[]): ReadonlyMap<string, string> {
  const urls = endpoints.map(({ url }) => new URL(url));
  const hosts = urls.map(({ host }) => host);
  const places = urls.map(({ host, pathname }) => `${host}${pathname}`);
  const isAlone = (all: readonly string[], index: number) =>
    all.filter((one) => one === all[index]).length === 1;
  return new Map(
    endpoints.map(({ id }, index) => {
      const [host, place] = [hosts[index] ?? '', places[index] ?? ''];
      if (isAlone(hosts, index)) return [id, host];
      const isName = isAlone(places, index) && place.length - host.length <= MAX_PATH;
      return [id, isName ? place : `${host} ${endOfId(id)}`];
    }),
  );
}

/** Which of several at one place an endpoint is. */
export function endOfId(id: string): string {
  return id.slice(-END_OF_ID);
}
