import { MAX_TEXT_LENGTH } from '@cvq/contract';
import { CLICK_ID_NAME, CUT, cutText, redact, withoutClickIds, withTexts } from '@cvq/contract/redact';
import type { Page, ProjectRecord } from '@cvq/storage';
import type { Allowed } from './read-consent.ts';
import { withoutUnnamedSecrets } from './without-unnamed-secrets.ts';

type Json = Readonly<Record<string, unknown>>;

/** Makes of what was sent what may be stored of it. What needs no change is given back as it is. */
export type Storable = {
  /** A text of a context: an address, a title. Cut where it is too long. */
  text(text: string | null | undefined): string | null;
  page(page: Page | null, split: (address: string) => Page | null): Page | null;
  /** Properties and further context. */
  properties(values: Json): Json;
};

/** An address, also one without a host. */
const ADDRESS = /^(?:https?:|[/?#.])/i;

/** A text of a context at most as long as texts may be, and marked where it was longer. */
export function shortened<Text extends string | null>(text: Text): Text {
  return (text === null ? null : cutText(text, MAX_TEXT_LENGTH)) as Text;
}

export function storable(
  { redactedNames }: Pick<ProjectRecord, 'redactedNames'>,
  { clickIds }: Pick<Allowed, 'clickIds'>,
): Storable {
  /** Shortened first, since what a stranger made long is not to be searched in full. */
  function text(sent: string | null | undefined): string | null {
    if (!sent) return null;
    const short = shortened(sent);
    const allowed = clickIds ? short : withoutClickIds(short);
    const kept = redactedNames === null ? allowed : withoutUnnamedSecrets(redact(allowed, redactedNames));
    return sent !== short && !kept.endsWith(CUT) ? kept + CUT : kept;
  }

  /** A text of a property. What is a secret by its shape alone may be the name of an order outside of an address. */
  function value(sent: string, isOpen: boolean): string {
    if (ADDRESS.test(sent)) return text(sent) ?? '';
    const allowed = clickIds ? sent : withoutClickIds(sent);
    return redactedNames === null ? allowed : redact(allowed, redactedNames, isOpen);
  }

  return {
    text,
    page(page, split) {
      if (page === null) return null;
      const sent = page.url + page.suffix;
      const kept = text(sent);
      return kept === sent ? page : split(kept ?? '');
    },
    properties: (sent) => withTexts(sent, value, clickIds ? undefined : CLICK_ID_NAME) as Json,
  };
}
