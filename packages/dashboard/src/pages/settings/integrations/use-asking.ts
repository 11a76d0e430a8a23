import { useState } from 'preact/hooks';
import { NotAnswered } from '../../../ask/ask.ts';

/** How a request that somebody has made goes. */
type AskingState = {
  readonly isBusy: boolean;
  /** Why it was refused; empty where it was not. */
  readonly refusal: string;
  /** What is wrong, field by field or line by line. */
  readonly faults: readonly string[];
  /** Whether the refusal is about a field. */
  isWrong(field: string): boolean;
  /** Runs one at a time. Anything but a refusal is thrown on. */
  run(act: () => Promise<void>): Promise<void>;
};

/** How far something is that was asked of a platform: under way, answered or refused. */
export function useAsking(): AskingState {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<NotAnswered | null>(null);
  return {
    isBusy,
    refusal: refused?.message ?? '',
    faults: refused?.fields.map(({ message }) => message) ?? [],
    isWrong: (field) => refused?.fields.some((each) => each.field === field) === true,
    async run(act) {
      if (isBusy) return;
      setBusy(true);
      setRefused(null);
      try {
        await act();
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        setRefused(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
