import { startDelivery } from './core/delivery.ts';
import { asksForPrivacy } from './core/do-not-track.ts';
import type { Feature } from './core/feature.ts';
import { forgetVisitor } from './core/forget-visitor.ts';
import { isFirst } from './core/is-first.ts';
import { listen } from './core/listen.ts';
import { log } from './core/log.ts';
import { OPT_OUT } from './core/opted-out.ts';
import { safely } from './core/safely.ts';
import { type Config, settings, settle } from './core/settings.ts';
import { start, stop } from './core/start.ts';
import { recall, restrict } from './core/storage.ts';
import { trackPageViews } from './page-views.ts';

let isInitialized = false;
let hasBegun = false;

function begin(): void {
  const { auto_track: autoTrack, features = [], respect_dnt: respectDNT } = settings;
  // After each, since the first may say where to look for it.
  const isRefused = (feature: Feature) => safely(feature) === false || recall(OPT_OUT);
  const isPrivate = respectDNT && asksForPrivacy();
  // Records of an earlier visit too.
  if (isPrivate) safely(forgetVisitor);
  if (isPrivate || [...features, String].some(isRefused)) {
    // An answer that came after the page of the opt-out was left may have renewed a cookie.
    if (recall(OPT_OUT)) restrict(() => false);
    log('Private');
    return;
  }
  hasBegun = true;
  startDelivery();
  start();
  if (autoTrack !== false && isFirst(window)) safely(trackPageViews);
}

/** Tracks again after a stop, or for the first time; what was called meanwhile is forgotten. */
export function resume(): void {
  if (!isInitialized) return;
  stop();
  if (hasBegun) start();
  else begin();
}

/** Starts the tracking. What was called before now runs, in its order. A second call changes nothing. */
export function init(config: Config): void {
  safely(() => {
    if (isInitialized) return;
    settle(config);
    if (!settings.api_key || !settings.endpoint) return log('No apiKey or endpoint');
    isInitialized = true;
    // A prerendered page may never be shown, so nothing happens before it is.
    if ((document as { prerendering?: boolean }).prerendering) listen(document, 'prerenderingchange', begin);
    else begin();
  });
}
