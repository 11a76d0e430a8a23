import type { Watched } from './watched.ts';

/** Asks the same once more, until it has been answered, or could not be. */
export async function askAnew(of: Pick<Watched<unknown>, 'isStale' | 'retry'>): Promise<void> {
  of.retry();
  const ended = Promise.withResolvers<void>();
  const stop = of.isStale.subscribe((isStale) => void (isStale || ended.resolve()));
  await ended.promise;
  stop();
}
