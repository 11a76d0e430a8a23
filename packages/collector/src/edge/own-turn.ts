/** All who wait for a turn in this thread, whatever collector of it they are of: it has one event loop. */
const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that is nobody else's, in the order of asking. What a question takes of the thread that takes events
 * comes in pieces, of about a millisecond each: an event that comes meanwhile waits for one of them, not for those of all who ask at once.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

/** What waited for the turn is done when the next one comes, or waits for something itself. */
function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
