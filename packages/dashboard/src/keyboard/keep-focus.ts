/** What has the focus, or had it until it was taken off the page. */
let holder: Element | null = null;

/**
 * Moves the focus when what has it is taken off the page: whoever uses a keyboard or a screen reader would begin again at the
 * top. It goes to the heading above the place: of a row that was removed, or of a form that is done.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    holder = target as Element;
  });
  addEventListener('focusout', () => {
    // Where somebody clicks beside it, no focus is to be kept. What is taken off the page has gone by the time this runs.
    queueMicrotask(() => {
      if (holder?.isConnected && isNowhere()) holder = null;
    });
  });
  new MutationObserver((changes) => {
    if (holder === null || holder.isConnected) return;
    const change = changes.findLast(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node.contains(holder)),
    );
    holder = null;
    if (change !== undefined && isNowhere()) headingAbove(change)?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}

const HEADINGS = 'h1, h2, h3';

const isNowhere = () => document.activeElement === document.body;

function headingAbove({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  // Nothing below a dialog can have the focus.
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const headings = [...within.querySelectorAll<HTMLElement>(HEADINGS)].filter(
    (heading) => heading.getClientRects().length > 0,
  );
  // Right before what goes may stand what takes its place, such as the next page: that begins with the first of its headings.
  const isWithinReplacement = (heading: Element) =>
    previousSibling instanceof Element &&
    previousSibling !== heading &&
    previousSibling.contains(heading) &&
    previousSibling.querySelector(HEADINGS) !== heading;
  const isAbove = (heading: Element) =>
    !isWithinReplacement(heading) &&
    (nextSibling?.isConnected
      ? comesBefore(heading, nextSibling)
      : target.contains(heading) || comesBefore(heading, target));
  const found = headings.findLast(isAbove) ?? headings[0];
  if (found) found.tabIndex = -1;
  return found;
}

const comesBefore = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
