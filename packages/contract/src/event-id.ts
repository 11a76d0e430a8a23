/** An event id in its parts: when it was made (epoch milliseconds) and what makes it unique. */
export type EventId = { readonly ms: number; readonly suffix: string };

const PATTERN = /^evt_(\d{13})_([A-Za-z0-9]{1,32})$/;

/** The parts of `evt_<ms>_<suffix>`, or null when the text is no event id. */
export function parseEventId(text: string): EventId | null {
  const match = PATTERN.exec(text);
  return match ? { ms: Number(match[1]), suffix: match[2] as string } : null;
}

/** `evt_<ms>_<suffix>`, with the milliseconds padded to 13 digits so that ids sort by time. */
export function formatEventId({ ms, suffix }: EventId): string {
  return `evt_${String(ms).padStart(13, '0')}_${suffix}`;
}
