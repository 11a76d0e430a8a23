import { BROWSER_CLAIM_MS } from '@cvq/contract/constants';
import { allowedEvent, allowedHead } from './allowed.ts';
import type { Entry } from './entry.ts';
import { distanceOf, idOf } from './event-text.ts';
import { newId } from './id.ts';
import { now } from './now.ts';
import { safely } from './safely.ts';
import { isOurs, mayStore, storedNames } from './storage.ts';
import { withinBounds } from './within-bounds.ts';

/** A visitor whose network blocks the collector must not fill the site's storage. */
const MAX_CHARACTERS = 512_000;
/** The record of a tab that lives is left alone for so long. */
export const PATIENCE_MS = 10_000;
/** Begins the record of a tab that may not come back. */
const RELEASED = '\n';

let tab = '';

/** True for a user id that is an e-mail address or a phone number: it may not rest on the device. */
export function isClear(userId: string): boolean {
  return /@|^\+\d/.test(userId);
}

/** A head as it may rest on the device. Heads are written by us, so that a pattern finds the field. */
function restingHead(head: string): string {
  return head.replace(/"user_id":("(?:[^"\\]|\\.)*")/, (field, text) =>
    isClear(JSON.parse(text)) ? '"user_id":null' : field,
  );
}

/**
 * What a tab has not delivered is kept in localStorage, under a key of its own, so that tabs never write over each
 * other. Its end says since when the tab lives.
 */
function ownKey(project: string): string {
  tab = tab || newId(now());
  return `cvq.${project}.${tab}`;
}

/**
 * An entry without what is in the clear as a line: its head, the event, and when a copy went out of which nobody knows
 * whether it arrived, parted by tabs, which JSON does not contain.
 */
function lineOf({ head, event, sentAt }: Entry): string {
  return [allowedHead(restingHead(head)), allowedEvent(event), sentAt || ''].join('\t');
}

/** An entry of a stored line. What has another shape is of another version, and has no event. */
function entryOf(line: string): Entry | undefined {
  const [head = '', event, sentAt] = line.split('\t');
  return event ? { head, event, sentAt: Number(sentAt) || undefined } : undefined;
}

/**
 * Writes the tab's entries, one a line. Returns those that rest on the device now. The next page takes what was released
 * over at once.
 */
export function storeQueue(
  project: string,
  entries: readonly Entry[],
  isReleased: boolean,
): readonly Entry[] {
  const resting = safely(() => {
    if (!mayStore()) return;
    const kept = withinBounds(entries, MAX_CHARACTERS);
    const key = ownKey(project);
    if (!kept.length) localStorage.removeItem(key);
    else localStorage.setItem(key, (isReleased ? RELEASED : '') + kept.map(lineOf).join('\n'));
    return kept;
  });
  return resting || [];
}

/** Takes from what other pages have left what may not be told any more. */
export function rewriteQueues(): void {
  for (const key of storedNames().filter((name) => isOurs(name) && name.includes('.'))) {
    safely(() => {
      const lines = (localStorage.getItem(key) as string).split('\n').map((line) => {
        const entry = entryOf(line);
        return entry ? lineOf(entry) : line;
      });
      localStorage.setItem(key, lines.join('\n'));
    });
  }
}

/** True when the tab's record has vanished: another page took it over. */
export function lostQueue(project: string): boolean | undefined {
  return safely(() => !localStorage.getItem(ownKey(project)));
}

/** The records of all other tabs of the project, as one text. */
export function othersQueues(project: string): string {
  return storedNames()
    .filter((name) => name.startsWith(`cvq.${project}.`) && name !== ownKey(project))
    .map((name) => safely(() => localStorage.getItem(name)))
    .join('\n');
}

/** True for an entry that a living tab should have delivered by now. */
function isOverdue(entry: Pick<Entry, 'event'>): boolean {
  return !(distanceOf(entry) < PATIENCE_MS);
}

/**
 * Takes over what other tabs of the project have not delivered, where they have let it go or seem dead. One that lives
 * all the same sees that its record has vanished, and leaves to this one what it finds in its record.
 */
export function takeOverQueues(project: string, take: (entries: Entry[]) => void): void {
  for (const key of storedNames()) {
    const [sdk, owner, id] = key.split('.');
    if (sdk !== 'cvq' || owner !== project || id === tab) continue;
    safely(() => {
      const text = localStorage.getItem(key) as string;
      const entries = text.split('\n').flatMap((line) => entryOf(line) || []);
      if (text[0] !== RELEASED && !entries.every(isOverdue)) return;
      localStorage.removeItem(key);
      // By its own age: a tab may have been open for weeks. What has no id is of another version.
      take(entries.filter((entry) => idOf(entry) && distanceOf(entry) < BROWSER_CLAIM_MS));
    });
  }
}
