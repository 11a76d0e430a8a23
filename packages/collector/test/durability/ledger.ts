import type { ExportedEvent } from './program.ts';

/** What a client knows of the events that it sent: each carries a mark in its properties. */
export type Ledger = {
  sent(marks: readonly string[]): void;
  /** The collector said that it has this event, by this id where it named one. */
  acknowledged(mark: string, id: string | null): void;
  readonly counts: { readonly sent: number; readonly acknowledged: number };
  /** What is wrong with what is stored, after the word that was given. */
  judge(stored: readonly ExportedEvent[]): Verdict;
  /** Marks that were never acknowledged, and so may be stored or not. */
  open(): string[];
};

export type Verdict = {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly doubled: readonly string[];
  /** Acknowledged by one id, and there by another. */
  readonly renamed: readonly string[];
  /** There, and never sent. */
  readonly unknown: readonly string[];
};

export const FLAWLESS: Verdict = { lost: [], doubled: [], renamed: [], unknown: [] };

export function openLedger(): Ledger {
  const sent = new Set<string>();
  const acknowledged = new Map<string, string | null>();
  return {
    sent(marks) {
      for (const mark of marks) sent.add(mark);
    },
    acknowledged(mark, id) {
      acknowledged.set(mark, id ?? acknowledged.get(mark) ?? null);
    },
    get counts() {
      return { sent: sent.size, acknowledged: acknowledged.size };
    },
    judge(stored) {
      const ids = Map.groupBy(stored, ({ properties }) => String(properties.mark));
      const isThere = (mark: string) => ids.has(mark);
      return {
        lost: [...acknowledged.keys()].filter((mark) => !isThere(mark)),
        doubled: [...ids].filter(([, events]) => events.length > 1).map(([mark]) => mark),
        renamed: [...acknowledged]
          .filter(([mark, id]) => id !== null && isThere(mark) && ids.get(mark)?.[0]?.event_id !== id)
          .map(([mark]) => mark),
        unknown: [...ids.keys()].filter((mark) => !sent.has(mark)),
      };
    },
    open: () => [...sent].filter((mark) => !acknowledged.has(mark)),
  };
}
