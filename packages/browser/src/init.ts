import { OPT_OUT_RECORD } from '@cvq/contract/constants';
import { navigator } from './core/browser.ts';
import { documentValue } from './core/document-value.ts';
import { startEventQueue } from './core/event-queues.ts';
import type { Feature } from './core/feature.ts';
import { isFirst } from './core/is-first.ts';
import { setPerson } from './core/known-person.ts';
import { listen } from './core/listen.ts';
import { log } from './core/log.ts';
import { isServed, openProject } from './core/project.ts';
import { safely } from './core/safely.ts';
import { type Config, readSettings, type Settings, warnOfUnused } from './core/settings.ts';
import { beforeTasks, refuse, start, stop } from './core/start.ts';
import { stopTracking } from './core/stop-tracking.ts';
import { forbid, forgetVisitor, isForbidden, readStored } from './core/storage.ts';
import { trackPageViews } from './page-views.ts';

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** The projects that `init` was called for, and those of them that are tracked. */
const known: Settings[] = [];
const begun: Settings[] = [];
const started: Feature[] = [];

/** Whether the visitor sends Do Not Track or Global Privacy Control (https://w3c.github.io/gpc/). */
function asksForPrivacy(): boolean | undefined {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacySignals;
  return globalPrivacyControl || doNotTrack === '1';
}

/** Another tab, or another copy of the SDK on the page, may have heard the visitor's wish, or its end. */
function heedOptOut(): void {
  const isOptedOut = !!readStored(OPT_OUT_RECORD);
  if (isOptedOut === isForbidden) return;
  if (isOptedOut) stopTracking();
  else resume();
}

function begin(project: Settings): void {
  const { auto_track: autoTrack, features = [], respect_dnt: respectDNT } = project;
  const isPrivate = respectDNT && asksForPrivacy();
  // Records of an earlier visit too, unless another project of the page keeps them.
  if (isPrivate && !begun.length) safely(forgetVisitor);
  // What a feature does is done once for all projects. It may forbid all tracking, and the first may say where to look
  // for an opt-out.
  const isRefused = (feature: Feature) => !started.includes(feature) && safely(feature) === false;
  const isUntracked = isPrivate || features.some(isRefused) || readStored(OPT_OUT_RECORD);
  beforeTasks(heedOptOut);
  if (isUntracked) {
    // An answer that came after the page of the opt-out was left may have renewed a cookie.
    if (readStored(OPT_OUT_RECORD)) forbid(true);
    for (const feature of features) safely(() => feature.whenUntracked?.());
    log('Private');
    refuse();
    return;
  }
  started.push(...features);
  begun.push(project);
  if (!isServed(project)) openProject(project, startEventQueue(project.api_key, project.endpoint as string));
  start();
  warnOfUnused();
  if (autoTrack !== false && isFirst(window)) safely(trackPageViews);
}

/** Tracks again after a stop, or for the first time; what was called meanwhile is forgotten. */
export function resume(): void {
  if (isForbidden) setPerson({});
  forbid(false);
  if (!known.length) return;
  stop();
  for (const project of known) {
    if (begun.includes(project)) start();
    else begin(project);
  }
}

/**
 * Starts the tracking. What was called before now runs, in its order. A second call for the same project changes
 * nothing; one for another project lets it have every event as well.
 */
export function init(config: Config): void {
  safely(() => {
    const project = readSettings(config);
    if (!project || known.some(({ api_key: key }) => key === project.api_key)) return;
    known.push(project);
    // A prerendered page may never be shown, so nothing happens before it is.
    if (documentValue('prerendering')) listen(document, 'prerenderingchange', () => begin(project));
    else begin(project);
  });
}
