import type { Project } from '@cvq/contract';
import type { Calendar } from './dates.ts';
import { dayAndClock } from './moments.ts';
import { count, type Writing } from './numbers.ts';

type InstallationWords = { readonly sentence: string; readonly aside?: string; readonly isWorking: boolean };

/** Whether events of a project arrive. */
export function installationSentence(
  { status, last_event_at: last, events_last_24h: events }: Project['tracking_health'],
  writing: Calendar & Writing,
): InstallationWords {
  if (status === 'no_data' || last === null)
    return {
      sentence: 'Nothing has come yet.',
      aside: 'This page says so the moment something does.',
      isWorking: false,
    };
  if (status === 'healthy') {
    const sentence = `Tracking works: ${count(events, writing)} ${events === 1 ? 'event' : 'events'} in the last 24 hours.`;
    return { sentence, aside: `The last was on ${dayAndClock(last, writing)}.`, isWorking: true };
  }
  return {
    sentence: 'Nothing has come for a day.',
    aside: `The last event was on ${dayAndClock(last, writing)}.`,
    isWorking: false,
  };
}
