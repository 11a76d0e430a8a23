import { readFileSync } from 'node:fs';
import { botBy } from '../../../../bench/bots/bot-by.ts';

type Row = {
  readonly ua: string;
  readonly name?: string;
  readonly cat?: string | null;
  readonly form?: string;
};

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as Content;
}

/** The evaluation sets, whose sources and licences are in data/README.md. */
export const sets = {
  bots: read<Row[]>('bots'),
  aiTokens: read<Row[]>('ai-tokens'),
  fleet: read<string[]>('spoofed-fleet'),
  people: read<Row[]>('people'),
  weighted: read<[userAgent: string, requests: number][]>('people-weighted'),
  tricky: read<Row[]>('tricky-people'),
  /** Name, category and user agent of bots that every report should know by name. */
  mustName: read<[name: string, category: string, userAgent: string][]>('must-name'),
};

/** Those of a list that were taken for the wrong thing. */
export function misclassified(userAgents: readonly string[], expected: 'bot' | 'person'): string[] {
  return userAgents.filter((userAgent) => (botBy(userAgent) === null) === (expected === 'bot'));
}
