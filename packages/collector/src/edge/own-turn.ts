import { Turns } from './turns.ts';

/** Of all who ask in this thread, whatever collector of it they ask: it has one event loop. */
const turns = new Turns({ aTurn: 1, givesWay: false });
const ALL = 'all';

/**
 * Resolves in a turn of the event loop that is nobody else's, in the order of asking. What a question takes of the
 * thread that takes events comes in pieces, of about a millisecond each: an event that comes meanwhile waits for one of
 * them, not for those of all who ask at once.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    const piece = {
      goOn() {
        if (turns.mayBegin(ALL, piece)) resolve();
      },
    };
    piece.goOn();
  });
}
