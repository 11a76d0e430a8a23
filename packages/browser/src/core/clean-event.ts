import { redact, withoutEmails } from '@cvq/contract/redact';
import { json } from './json.ts';
import { settings } from './settings.ts';

type Texts = Record<string, unknown>;

/** Parameters that are cut beside those that always are; nothing where the page wants its addresses as they are. */
function namesToCut(): string[] | undefined {
  const { redact: wanted = '' } = settings;
  return wanted === false ? undefined : `${wanted === true ? '' : wanted}`.split(/[\s,]+/).filter(Boolean);
}

/**
 * The JSON of an event as it may leave the page or rest on the device: without e-mail addresses, and with its addresses
 * and title cut. To be called when the configuration and the consent are known.
 */
export function cleanEvent(text: string): string {
  const event = JSON.parse(text) as { context: Texts; properties: Texts };
  const names = namesToCut();
  if (!names) return text;
  const clean = (texts: Texts, isAddress: RegExp) => {
    for (const [name, value] of Object.entries(texts)) {
      if (typeof value !== 'string' || !isAddress.test(value)) continue;
      texts[name] = redact(value, names);
    }
  };
  clean(event.context, /./);
  clean(event.properties, /^https?:/i);
  return withoutEmails(json(event));
}
