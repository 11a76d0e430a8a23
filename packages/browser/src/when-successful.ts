import { invoke } from './core/invoke.ts';
import { warn } from './core/warn.ts';

/** What an element waits for: another attempt, such as a form that is sent again, takes its place. */
const waiting = new WeakMap<Element, MutationObserver>();

/**
 * How many elements fit a selector. One that is shown counts twice, so that there are more when one is added, and when one
 * that was hidden is shown. Undefined for what is no selector, which is named.
 */
function countFitting(selector: string): number | undefined {
  try {
    const found = [...(invoke(document, 'querySelectorAll', selector) || [])];
    return found.length + found.filter((element) => invoke(element, 'getClientRects')?.length).length;
  } catch {
    warn('bad-selector', selector);
    return undefined;
  }
}

/**
 * Runs a task once for what an element was asked to do: at once where the browser itself sends a form, else when an
 * element appears by which the page says that it went well: it is added, or was hidden and is shown. What was there before
 * says nothing. Where the selector is none, no event is lost by it: the task runs at once.
 */
export function whenSuccessful(element: Element, event: Event, selector: string, task: () => void): void {
  let before = countFitting(selector);
  waiting.get(element)?.disconnect();
  if (before === undefined) {
    task();
    return;
  }
  const observer = new MutationObserver(() => {
    const count = countFitting(selector) as number;
    if (count > (before as number)) succeed();
    before = count;
  });
  const succeed = () => {
    observer.disconnect();
    task();
  };
  waiting.set(element, observer);
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  // Only after all listeners is it known whether the page keeps the browser from sending the form.
  if (event.type === 'submit') setTimeout(() => event.defaultPrevented || succeed());
}
