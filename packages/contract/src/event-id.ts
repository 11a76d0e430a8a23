/** An event id in its parts: when it was made (epoch milliseconds) and what makes it unique. */
export type EventId = { readonly ms: number; readonly suffix: string };

/**
 * What an event's id ends in where a backend and a browser sent events of the same id: both are stored, and the
 * one that came first keeps the id. No sender can give such an id.
 */
export const BESIDES = { browser: '-b', server: '-s' } as const;

const SENT = /^evt_(\d{13})_([A-Za-z0-9]{1,32})$/;
const STORED = /^evt_(\d{13})_([A-Za-z0-9]{1,32}(?:-[bs])?)$/;

/** What is said of a text that is no such id. */
export const EVENT_ID_FORM = 'must be evt_, 13 digits (milliseconds), _, and 1 to 32 letters or digits';

/** The parts of `evt_<ms>_<suffix>` as a sender may give it, or null when the text is no such id. */
export function parseEventId(text: string): EventId | null {
  return partsOf(SENT.exec(text));
}

/** The parts of the id of a stored event, or null when the text is none. */
export function parseStoredEventId(text: string): EventId | null {
  return partsOf(STORED.exec(text));
}

function partsOf(match: RegExpExecArray | null): EventId | null {
  return match ? { ms: Number(match[1]), suffix: match[2] as string } : null;
}

/** `evt_<ms>_<suffix>`, with the milliseconds padded to 13 digits so that ids sort by time. */
export function formatEventId({ ms, suffix }: EventId): string {
  return `evt_${String(ms).padStart(13, '0')}_${suffix}`;
}
