import type { RecordedEvent } from '@cvq/contract';
import { strangersText } from './strangers-text.ts';

/** What became of an event, in words, with the tone that they have. */
export type EventStateWords = { readonly tone: 'up' | 'warn' | 'muted'; readonly words: string };

const EXCLUDED: Readonly<Record<NonNullable<RecordedEvent['excluded_because']>, string>> = {
  foreign_host: 'Foreign host',
  local_page: 'Page of a developer',
  user_update: 'Data of a user',
  removed: 'Removed',
};

/** `Counted`, `Bot: Googlebot`, `Foreign host`, `Repeated order`. */
export function eventStateWords({
  state,
  bot,
  excluded_because: why,
  conversion,
}: Pick<RecordedEvent, 'state' | 'bot' | 'excluded_because' | 'conversion'>): EventStateWords {
  if (state === 'excluded') return { tone: 'muted', words: why === null ? 'Excluded' : EXCLUDED[why] };
  if (state === 'bot')
    return { tone: 'warn', words: bot === null ? 'Bot' : `Bot: ${strangersText(bot.name)}` };
  if (conversion?.state === 'repeated') return { tone: 'warn', words: 'Repeated order' };
  return { tone: 'up', words: 'Counted' };
}
