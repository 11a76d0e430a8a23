import { clickIdName, withoutClickIds, withTexts } from '@cvq/contract/redact';
import { json } from './json.ts';
import { mayStore } from './storage.ts';

let allowsClickIds = true;
/** Whether the visitor allows user data to be sent at this moment. */
export let allowsUserData = true;

/** Sets what may be sent, of events that wait as well. */
export function allow(clickIds: boolean, userData: boolean): void {
  allowsClickIds = clickIds;
  allowsUserData = userData;
}

/** The JSON of an event as the visitor allows it to be sent at this moment. */
export function allowedEvent(event: string): string {
  return allowsClickIds ? event : json(withTexts(JSON.parse(event), withoutClickIds, clickIdName()));
}

/** The head of a batch as the visitor allows it to be sent at this moment. Heads are written by us: a pattern finds the ids. */
export function allowedHead(head: string): string {
  const told = allowsClickIds ? head : json({ ...JSON.parse(head), click_ids: undefined });
  return mayStore() ? told : told.replace(/,"(visitor|session|user)_id":"(\\.|[^"\\])*"/g, '');
}
