import { lazy } from 'preact-iso';
import { reachedAgain } from '../ask/reachability.ts';

/** A page that has only just begun is not begun anew: what is missing then stays missing. */
const YOUNG_MS = 10_000;

/** As `lazy`, of a part of the dashboard that may not arrive: then the page begins anew once the collector answers. */
export const lazily: typeof lazy = (load) =>
  lazy(() =>
    load().catch(async (error: unknown) => {
      await reachedAgain();
      if (performance.now() > YOUNG_MS) location.reload();
      throw error;
    }),
  );
