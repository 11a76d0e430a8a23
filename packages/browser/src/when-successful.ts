/** What an element waits for: another attempt, such as a form that is sent again, takes its place. */
const waiting = new WeakMap<Element, MutationObserver>();

/**
 * Runs a task once for what an element was asked to do: at once where the browser itself sends a form, else when an
 * element appears by which the page says that it went well. What was there before says nothing.
 */
export function whenSuccessful(element: Element, event: Event, selector: string, task: () => void): void {
  let isThere = document.querySelector(selector);
  const observer = new MutationObserver(() => {
    const found = document.querySelector(selector);
    if (found && !isThere) succeed();
    isThere = found;
  });
  const succeed = () => {
    observer.disconnect();
    task();
  };
  waiting.get(element)?.disconnect();
  waiting.set(element, observer);
  observer.observe(document, { attributes: true, childList: true, subtree: true });
  // Only after all listeners is it known whether the page keeps the browser from sending the form.
  if (event.type === 'submit') setTimeout(() => event.defaultPrevented || succeed());
}
