/** What has the focus, or had it until it was taken off the page. */
let holder: Element | null = null;

/** Whether there was no heading yet that it could go to, as on a page whose answer is still under way. */
let isOwed = false;

/**
 * Moves the focus when what has it is taken off the page: whoever uses a keyboard or a screen reader would begin again at the
 * top. It goes to the heading above the place: of a row that was removed, or of a form that is done; where there is none, to the
 * headline of the page, also where that comes later.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    holder = target as Element;
    isOwed = false;
  });
  addEventListener('focusout', () => {
    // Where somebody clicks beside it, no focus is to be kept. What is taken off the page has gone by the time this runs.
    queueMicrotask(() => {
      if (holder?.isConnected && isNowhere()) holder = null;
    });
  });
  new MutationObserver((changes) => {
    if (isOwed) giveToHeadline();
    if (holder === null || holder.isConnected) return;
    const change = changes.findLast(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node.contains(holder)),
    );
    holder = null;
    if (change === undefined || !isNowhere()) return;
    const heading = isInPage(change) ? headingAbove(change) : undefined;
    isOwed = heading === undefined;
    if (isOwed) giveToHeadline();
    heading?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}

const HEADINGS = 'h1, h2, h3';

const isNowhere = () => document.activeElement === document.body;

/** Those that can have it: nothing below a dialog can. */
function headingsInSight(): HTMLElement[] {
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  return [...within.querySelectorAll<HTMLElement>(HEADINGS)].filter(
    (heading) => heading.getClientRects().length > 0,
  );
}

/** Above a page, and above what stands over it, such as the finder, there is no heading. */
const isInPage = ({ target }: MutationRecord) => target instanceof Element && target.closest('main') !== null;

/**
 * To the headline of a page, before which other headings may come, or of a dialog. A page stays where it is scrolled to: it was so
 * below what stood over it, or since a step back.
 */
function giveToHeadline(): void {
  const headline = headingsInSight().find((heading) => heading.matches('h1, dialog *'));
  if (!headline || !isNowhere()) return;
  headline.tabIndex = -1;
  headline.focus({ preventScroll: true });
}

function headingAbove({ target, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  const headings = headingsInSight();
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
