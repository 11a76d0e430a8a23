import type { Captured } from './captured.ts';
import { cleanEvent } from './clean-event.ts';
import { cutToSize } from './cut-to-size.ts';
import { enqueue } from './event-queue.ts';
import { json } from './json.ts';
import { pageWide } from './page-wide.ts';
import type { EventQueue } from './queue-state.ts';
import { safely } from './safely.ts';
import type { OutgoingEvent, Settings } from './settings.ts';
import { warn } from './warn.ts';

type BeforeSend = (event: OutgoingEvent) => unknown;

/** True where a copy of the SDK serves the project already: a script that is included twice counts once. */
export function isServed({ api_key: key }: Settings): boolean {
  return key in pageWide().takers;
}

/** Lets a project of this page take every event from now on, and those of the view that is shown. */
export function openProject(settings: Settings, queue: EventQueue): void {
  const { takers, captured } = pageWide();
  const { api_key: key, auto_track: autoTrack, filter_bots: filterBots, track_bots: trackBots } = settings;
  // Said only where it is not the default.
  const own = json({
    key,
    filter_bots: filterBots === false ? false : undefined,
    track_bots: trackBots === false ? false : undefined,
  }).slice(0, -1);
  const take = (event: Captured) => {
    if (event.isAutomatic && autoTrack === false) return;
    const changed = settings.before_send ? beforeSend(settings.before_send, event) : event;
    if (!changed) return;
    const { head, isAutomatic, ...rest } = changed;
    enqueue(queue, cutToSize({ ...rest, head: `${own},${head.slice(1)}` }), isAutomatic);
  };
  takers[key] = take;
  for (const event of captured) safely(() => take(event));
}

/**
 * What the page makes of an event; undefined when it drops it. A new object need not repeat when and where it happened.
 * What fails changes nothing, and is named.
 */
function beforeSend(option: BeforeSend | string, captured: Captured): Captured | undefined {
  const { event: text, userData } = captured;
  // Objects of its own, whatever the page does to them.
  const event = { ...JSON.parse(text), ...(userData && { user_data: JSON.parse(userData) }) };
  const { id, timestamp, context, conversion } = event;
  try {
    const change =
      typeof option === 'string' ? (window as unknown as Record<string, BeforeSend>)[option] : option;
    const result = (change as BeforeSend)(event) as Record<string, unknown> | null | false;
    if (result === null || result === false) return undefined;
    if (typeof result.event_type !== 'string' || !result.event_type) throw result;
    const { user_data: secret, ...rest } = result;
    return {
      ...captured,
      // The id stays, and stands first: the stored queue finds it there. What the page has added is cut as well.
      event: cleanEvent(json(Object.assign({ id, timestamp, context, conversion }, rest, { id }))),
      userData: secret ? json(secret) : undefined,
    };
  } catch (error) {
    warn('failed-before-send', '', error);
    return captured;
  }
}
