/**
 * An event that waits for its delivery, in texts, so that what the page does later to an object that it passed, or
 * to JSON, changes nothing: what its batch must say of visitor and project (events with equal heads travel
 * together), the event, and user data in the clear, which lives in memory only.
 */
export type Entry = readonly [head: string, event: string, userData?: string | undefined];
