import type { Entry } from './entry.ts';
import { bornAt, newId } from './id.ts';
import { safely } from './safely.ts';
import { settings } from './settings.ts';
import { isOurs, mayKeep, storedNames } from './storage.ts';
import { toldEvent, toldHead } from './told.ts';

/** An undelivered event is worth a week. */
const MAX_AGE_MS = 604_800_000;
/** A visitor whose network blocks the collector must not fill the site's storage. */
const MAX_CHARACTERS = 256_000;
/** The record of a tab that lives is left alone for so long. */
export const PATIENCE_MS = 10_000;
/** Where in the JSON of an event the number of its id begins: `{"id":"evt_1795255200000_…`. */
const ID_START = 11;
/** Begins the record of a tab that may not come back. */
const RELEASED = '\n';

let tab = '';
const redactions: Record<string, (head: string) => string> = {};

/** Says, under a name of its own, what is taken out of every head before it rests on the device. */
export function redactHeads(name: string, redact: (head: string) => string): void {
  redactions[name] = redact;
}

function restingHead(head: string): string {
  return Object.values(redactions).reduce((text, redact) => redact(text), head);
}

/**
 * What a tab has not delivered is kept in localStorage, under a key of its own, so that tabs never write over each
 * other. Its end says since when the tab lives.
 */
function ownKey(): string {
  tab = tab || newId(Date.now());
  return `cvq.${settings.api_key}.${tab}`;
}

/**
 * Writes the tab's entries without what is in the clear: one a line, head and event parted by a tab, neither of which
 * JSON contains. Returns those that rest on the device now. The next page takes what was released over at once.
 */
export function storeQueue(entries: readonly Entry[], isReleased: boolean): readonly Entry[] {
  const resting = safely(() => {
    if (!mayKeep()) return;
    const lines = entries.map(([head, event]) => `${toldHead(restingHead(head))}\t${toldEvent(event)}`);
    while (lines.join().length > MAX_CHARACTERS) lines.splice(0, 9);
    if (!entries.length) localStorage.removeItem(ownKey());
    else localStorage.setItem(ownKey(), (isReleased ? RELEASED : '') + lines.join('\n'));
    return entries;
  });
  return resting || [];
}

/** Takes from what other pages have left what may not be told any more. */
export function rewriteQueues(): void {
  for (const key of storedNames().filter((name) => isOurs(name) && name.includes('.'))) {
    safely(() => {
      const lines = (localStorage.getItem(key) as string).split('\n').map((line) => {
        const [head, event] = line.split('\t');
        return head && event ? `${toldHead(head)}\t${toldEvent(event)}` : line;
      });
      localStorage.setItem(key, lines.join('\n'));
    });
  }
}

/** True when the tab's record has vanished: another page took it over. */
export function lostQueue(): boolean | undefined {
  return safely(() => !localStorage.getItem(ownKey()));
}

/** True for an entry that a living tab should have delivered by now. What is of another version is no entry. */
export function isOverdue([, event]: Partial<Entry>): boolean {
  return !(Date.now() - bornAt(event?.slice(ID_START)) < PATIENCE_MS);
}

/**
 * Takes over what other tabs of the project have not delivered, where they have let it go or seem dead. One that lives
 * all the same sees that its record has vanished, and leaves what is overdue to this one.
 */
export function adoptQueues(adopt: (entries: Entry[]) => void): void {
  for (const key of storedNames()) {
    const [sdk, project, id] = key.split('.');
    if (sdk !== 'cvq' || project !== settings.api_key || id === tab) continue;
    safely(() => {
      const text = localStorage.getItem(key) as string;
      const entries = text.split('\n').map((line) => line.split('\t') as [string, string]);
      if (text[0] !== RELEASED && !entries.every(isOverdue)) return;
      localStorage.removeItem(key);
      // What has another shape is of another version.
      if (Date.now() - bornAt(id) < MAX_AGE_MS) adopt(entries.filter(([, event]) => event));
    });
  }
}
