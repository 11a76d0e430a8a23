import { useState } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';

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

export function useSaving(): Saving {
  const [state, setState] = useState<Saving['state']>('idle');
  const [refusal, setRefusal] = useState('');
  const become = (next: Saving['state'], why = '') => {
    setState(next);
    setRefusal(why);
  };
  return {
    state,
    refusal,
    async save(act) {
      become('under_way');
      try {
        await act();
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        const [wrong] = error.fields;
        become('idle', wrong && error.fields.length === 1 ? sentenceOf(wrong.message) : error.message);
        return false;
      }
      become('saved');
      return true;
    },
    forget: () => become('idle'),
  };
}

/** What is wrong with a field, as it stands beside that: "must be a string" has its field before it. */
function sentenceOf(message: string): string {
  return /^[a-z]/.test(message) ? `It ${message}.` : message;
}
