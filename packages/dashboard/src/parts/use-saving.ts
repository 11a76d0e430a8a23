import { useState } from 'preact/hooks';
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
        become('idle', wrong && error.fields.length === 1 ? refusalAtField(wrong.message) : error.message);
        return false;
      }
      become('saved');
      return true;
    },
    forget: () => become('idle'),
  };
}
