import { useRef, useState } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';
import { refusalAtField } from '../words/refusal-at-field.ts';

/** How far the saving of one field is. */
export type Saving = {
  readonly state: 'idle' | 'under_way' | 'saved';
  /** Why it was not saved; empty where nothing was refused. */
  readonly refusal: string;
  /** Saves by `act`; false where that was refused. */
  save(act: () => Promise<void>): Promise<boolean>;
  /** Back to where nothing was saved or refused. */
  forget(): void;
};

/**
 * What comes while something is under way: of a field the latest choice is saved next, and what came between is not; a
 * button that is pressed twice does its thing once.
 */
type Overlap = 'saved next' | 'ignored';

/** Saves something, and says how far that is: under way, saved, or refused and why. */
export function useSaving(overlap: Overlap = 'ignored'): Saving {
  const [state, setState] = useState<Saving['state']>('idle');
  const [refusal, setRefusal] = useState('');
  const underWay = useRef<Promise<void> | null>(null);
  const latest = useRef(0);
  const become = (next: Saving['state'], why = '') => {
    setState(next);
    setRefusal(why);
  };

  async function run(act: () => Promise<void>, isLatest: () => boolean): Promise<boolean> {
    const ended = Promise.withResolvers<void>();
    underWay.current = ended.promise;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      if (!isLatest()) return true;
      const [wrong] = error.fields;
      become('idle', wrong && error.fields.length === 1 ? refusalAtField(wrong.message) : error.message);
      return false;
    } finally {
      underWay.current = null;
      ended.resolve();
    }
    if (isLatest()) become('saved');
    return true;
  }

  return {
    state,
    refusal,
    async save(act) {
      if (overlap === 'ignored' && underWay.current !== null) return false;
      latest.current += 1;
      const turn = latest.current;
      const isLatest = () => turn === latest.current;
      become('under_way');
      while (underWay.current !== null) await underWay.current;
      return isLatest() ? run(act, isLatest) : true;
    },
    forget: () => become('idle'),
  };
}
