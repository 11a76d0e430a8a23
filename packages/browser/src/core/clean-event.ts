import { mayHaveSecrets, redact, withTexts } from '@cvq/contract/redact';
import { json } from './json.ts';
import { settings } from './settings.ts';

/** Parameters that are cut beside those that always are; nothing where the page wants its addresses as they are. */
function namesToCut(): string[] | undefined {
  const { redact: wanted = '' } = settings;
  return wanted === false ? undefined : `${wanted === true ? '' : wanted}`.split(/[\s,]+/).filter(Boolean);
}

/**
 * The JSON of an event as it may leave the page or rest on the device: without e-mail addresses, tokens and keys. To be
 * called when the configuration and the consent are known.
 */
export function cleanEvent(text: string): string {
  const names = namesToCut();
  // Most events have nothing to cut, and a slow phone feels the walk over their texts.
  if (!names || !(names.length || text.includes('\\') || mayHaveSecrets(text))) return text;
  return json(withTexts(JSON.parse(text), (part, isOpen) => redact(part, names, isOpen)));
}
