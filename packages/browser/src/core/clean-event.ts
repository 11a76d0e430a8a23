import { redact, withoutClickIds, withoutEmails } from '@cvq/contract/redact';
import { json } from './json.ts';
import { settings } from './settings.ts';

type Texts = Record<string, unknown>;

let mayTellClicks = true;

/** Says whether the addresses of events may have click ids. */
export function tellClicks(isAllowed: boolean): void {
  mayTellClicks = isAllowed;
}

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
  const clean = (texts: Texts, isAddress: RegExp) => {
    for (const [name, value] of Object.entries(texts)) {
      if (typeof value !== 'string' || !isAddress.test(value)) continue;
      const allowed = mayTellClicks ? value : withoutClickIds(value);
      texts[name] = names ? redact(allowed, names) : allowed;
    }
  };
  clean(event.context, /./);
  clean(event.properties, /^https?:/i);
  const cleaned = json(event);
  return names ? withoutEmails(cleaned) : cleaned;
}
