import { track as cvqTrack, init } from '@cvq/browser';
import type { Billing } from './plans.ts';

/** The events of this application's own, each with what it tells. */
type Events = {
  billing_changed: { billing: Billing };
  question_opened: { question: string };
};

/** Tracks an event of the map: a misspelt name, or properties of another event, do not compile. */
export function track<Name extends keyof Events>(name: Name, properties: Events[Name]): void {
  cvqTrack<Name, Events[Name]>(name, properties);
}

/** Starts cvq. From here on every page view is counted; no route has to say anything. */
export function startTracking(): void {
  init({
    apiKey: import.meta.env.VITE_CVQ_KEY,
    endpoint: import.meta.env.VITE_CVQ_ENDPOINT,
    debug: import.meta.env.DEV,
  });
}
