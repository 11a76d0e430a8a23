import type { Day } from '../days/day.ts';
import { FLAG } from '../days/event-columns.ts';
import { BOT } from '../row-codes.ts';
import type { RollupOfBots } from './rollup-format.ts';

/** How many requests bots made, by their classification, 0 for none. `counts`: a 1 for each event that counts. */
export function botsOfDay({ events }: Day, counts: Uint8Array): RollupOfBots {
  const requests = new Map<number, number>();
  for (let index = 0; index < events.count; index += 1) {
    if (counts[index] !== 1 || !isOfBot(events, index)) continue;
    const classification = events.classification[index] as number;
    requests.set(classification, (requests.get(classification) ?? 0) + 1);
  }
  return { classification: Uint32Array.from(requests.keys()), requests: Uint32Array.from(requests.values()) };
}

/** Whether an event of a day is a bot's: by itself, by its session, or as that of a client that runs no JavaScript. */
export function isOfBot({ botLevel, flags }: Day['events'], index: number): boolean {
  return botLevel[index] !== BOT.none || ((flags[index] as number) & FLAG.bot) !== 0;
}
