import { CLICK_ID_NAME, withoutClickIds, withTexts } from '@cvq/contract/redact';
import { json } from './json.ts';

let tellsClicks = true;
/** Whether the visitor allows user data to be told at this moment. */
export let tellsUserData = true;

/** Says what events may tell, those that wait included. */
export function tell(clicks: boolean, userData: boolean): void {
  tellsClicks = clicks;
  tellsUserData = userData;
}

/** The JSON of an event as the visitor allows it to be told at this moment. */
export function toldEvent(event: string): string {
  return tellsClicks ? event : json(withTexts(JSON.parse(event), withoutClickIds, CLICK_ID_NAME));
}

/** The head of a batch as the visitor allows it to be told at this moment. */
export function toldHead(head: string): string {
  if (tellsClicks) return head;
  const { click_ids, touch, ...rest } = JSON.parse(head) as Record<string, unknown>;
  return json(rest);
}
