import { isInProject } from '../address/location.ts';
import { SWITCHER_ID } from '../parts/switcher-id.ts';
import { areShortcutsOn } from './are-shortcuts-on.ts';
import { openSheet } from './open-sheet.ts';
import { SHORTCUTS } from './shortcuts.ts';

/** How long the first of two keys waits for the second. */
const PAIR_MS = 1000;

const firstKeys = new Set(
  [...SHORTCUTS.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.charAt(0)),
);

/**
 * One listener for all keys. It is silent in fields and dialogs, with modifiers, and where a person switched it off.
 * `early`: what was pressed before it was there.
 */
export function listenToKeys(early: readonly KeyboardEvent[]): void {
  let first: { readonly key: string; readonly at: number } | null = null;
  const listen = (event: KeyboardEvent) => {
    if (isSwitcherKey(event)) {
      event.preventDefault();
      openSwitcher();
      return;
    }
    if (isMeantForOthers(event)) return;
    const began = first !== null && event.timeStamp - first.at < PAIR_MS ? first.key : null;
    first = null;
    if (event.key === '?') {
      event.preventDefault();
      openSheet();
      return;
    }
    const act = SHORTCUTS.get(began === null ? event.key : `${began} ${event.key}`);
    if (act) {
      event.preventDefault();
      act();
    } else if (began === null && firstKeys.has(event.key)) first = { key: event.key, at: event.timeStamp };
  };
  for (const event of early) listen(event);
  addEventListener('keydown', listen);
}

function isMeantForOthers(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (!isInProject.value || defaultPrevented || ctrlKey || metaKey || altKey || !areShortcutsOn())
    return true;
  return isElsewhere(event);
}

/** Whether somebody types, or is in something that stands over the page. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : document.body;
  return element.closest('input, textarea, select, dialog, [popover], [contenteditable]') !== null;
}

/** ⌘K, and Ctrl-K where keyboards have no ⌘. */
function isSwitcherKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'k' || !(metaKey || ctrlKey) || altKey || shiftKey) return false;
  return isInProject.value && areShortcutsOn() && !isElsewhere(event);
}

/** By the button of it that is in sight, which it then stands beside. */
function openSwitcher(): void {
  const buttons = document.querySelectorAll<HTMLElement>(`[popovertarget="${SWITCHER_ID}"]`);
  for (const button of buttons) if (button.offsetParent !== null) button.click();
}
