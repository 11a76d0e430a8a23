import { invoke } from './core/invoke.ts';
import { later } from './core/later.ts';
import { safely } from './core/safely.ts';
import { warn } from './core/warn.ts';

type Attempt = { readonly element: Element; readonly selector: string; readonly observer: MutationObserver };

/** What waits for its success. Another attempt of an element, such as a form that is sent again, takes the place of the first. */
let waiting: readonly Attempt[] = [];

function end(isOver: (attempt: Attempt) => boolean): void {
  for (const { observer } of waiting.filter(isOver)) observer.disconnect();
  waiting = waiting.filter((attempt) => !isOver(attempt));
}

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
 * says nothing. Of several elements that wait for the same, such as two forms of which the first was rejected, it is the
 * last that went well. Where the selector is none, no event is lost by it: the task runs at once.
 */
export function whenSuccessful(element: Element, event: Event, selector: string, task: () => void): void {
  let before = countFitting(selector);
  end((attempt) => attempt.element === element);
  if (before === undefined) {
    task();
    return;
  }
  const observer = new MutationObserver(() =>
    safely(() => {
      const count = countFitting(selector) as number;
      const isMore = count > (before as number);
      before = count;
      // A browser tells the observers in the order in which they were made.
      const [last] = waiting.filter((attempt) => attempt.selector === selector).slice(-1);
      if (isMore && last?.observer === observer) succeed();
    }),
  );
  const succeed = () => {
    end((attempt) => attempt.observer === observer);
    task();
  };
  waiting = [...waiting, { element, selector, observer }];
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  // Only after all listeners is it known whether the page keeps the browser from sending the form.
  if (event.type === 'submit') later(() => event.defaultPrevented || succeed(), 0);
}
