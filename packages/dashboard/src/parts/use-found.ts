import { useEffect, useState } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';
import { type FoundOption, foundValues } from '../ask/found-values.ts';
import { askedAnew } from '../ask/session.ts';
import { isDimension } from '../figures/is-dimension.ts';

/** A pause of this length in typing asks. */
const PAUSE_MS = 120;

/** What somebody typed: a dimension before a colon, where there is one of this name, and the text. */
export function typedIn(text: string): { readonly named: string | null; readonly rest: string } {
  const [, named = '', rest = ''] = /^([a-z_]+):(.*)$/s.exec(text) ?? [];
  return isDimension(named) ? { named, rest } : { named: null, rest: text };
}

type Finding = {
  /** Null until the first answer. */
  readonly found: readonly FoundOption[] | null;
  /** Whether that is found of what stands in the box now. */
  readonly isOfText: boolean;
  /** Why nothing could be looked for; empty where something could. */
  readonly refusal: string;
};

/** What is found of a text, as long as it was not typed on. */
export function useFound(text: string, before: string | null): Finding {
  const [told, setTold] = useState<{ text: string; found: readonly FoundOption[]; refusal: string } | null>(
    null,
  );
  useEffect(() => {
    const controller = new AbortController();
    const { named, rest } = typedIn(text);
    const timer = setTimeout(() => {
      foundValues(rest, named ?? before, controller.signal).then(
        (found) => setTold({ text, found, refusal: '' }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          if (!(error instanceof NotAnswered)) throw error;
          setTold({ text, found: [], refusal: error.message });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, before, askedAnew.value]);
  return { found: told?.found ?? null, isOfText: told?.text === text, refusal: told?.refusal ?? '' };
}
