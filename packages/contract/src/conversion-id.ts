import { type EventId, formatEventId, parseStoredEventId } from './event-id.ts';

/** A conversion is an event, and is named after it: `conv_<ms>_<suffix>`. */
export function formatConversionId(id: EventId): string {
  return formatEventId(id).replace(/^evt/, 'conv');
}

/** The event that a conversion id or an event id names; null when the text is neither. */
export function parseConversionId(text: string): EventId | null {
  return parseStoredEventId(text.replace(/^conv_/, 'evt_'));
}
