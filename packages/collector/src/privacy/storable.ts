import { MAX_TEXT_LENGTH } from '@cvq/contract';
import { CUT, cutText, redact, withoutClickIds, withoutEmails } from '@cvq/contract/redact';
import type { Page, ProjectRecord } from '@cvq/storage';
import { isPlainObject } from './is-plain-object.ts';
import { withoutNamedClickIds } from './named-click-ids.ts';
import type { Allowed } from './read-consent.ts';
import { withoutUnnamedSecrets } from './without-unnamed-secrets.ts';

type Json = Readonly<Record<string, unknown>>;

/** Makes of what was sent what may be stored of it. What needs no change is given back as it is. */
export type Storable = {
  /** A text of a context: an address, a title. Cut where it is too long. */
  text(text: string | null | undefined): string | null;
  page(page: Page | null, split: (address: string) => Page | null): Page | null;
  /** Properties, touches, further context: addresses among them, and e-mail addresses anywhere. */
  properties(values: Json): Json;
};

const ADDRESS = /^https?:\/\//i;

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

  function value(sent: unknown): unknown {
    if (typeof sent === 'string') {
      if (ADDRESS.test(sent)) return text(sent);
      return redactedNames === null ? sent : withoutEmails(sent);
    }
    if (Array.isArray(sent)) {
      const kept = sent.map(value);
      return kept.some((part, index) => part !== sent[index]) ? kept : sent;
    }
    return isPlainObject(sent) ? properties(sent) : sent;
  }

  function properties(sent: Json): Json {
    let changed: Record<string, unknown> | null = null;
    for (const name in sent) {
      // The order of a sale stays what it is, or all sales of a shop that names them so would be one.
      const kept = name === 'order_id' ? sent[name] : value(sent[name]);
      if (kept === sent[name]) continue;
      changed ??= { ...sent };
      changed[name] = kept;
    }
    return changed ?? sent;
  }

  return {
    text,
    page(page, split) {
      if (page === null) return null;
      const sent = page.url + page.suffix;
      const kept = text(sent);
      return kept === sent ? page : split(kept ?? '');
    },
    properties: (sent) => properties(clickIds ? sent : withoutNamedClickIds(sent)),
  };
}
