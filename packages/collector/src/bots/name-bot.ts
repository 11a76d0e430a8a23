import { readFileSync } from 'node:fs';
import type { BotCategory } from '@cvq/storage';
import { CATEGORY_WORDS } from './tables/category-words.ts';
import type { Named } from './verdict.ts';

const FILE = new URL('../../data/bots/catalogue.json', import.meta.url);
const CATALOGUE = readCatalogue();

/** Longer names are cut: strangers choose them. */
const MAX_NAME_LENGTH = 64;

/**
 * A name and a category for a user agent that is known to be a bot's: by the catalogue of bots, else by its own words.
 * Loose as it is, it must never decide whether somebody is a bot.
 */
export function nameBot(userAgent: string): Named {
  const text = userAgent.toLowerCase();
  const row = CATALOGUE.find(({ token }) => text.includes(token));
  if (row) return { name: row.name, category: row.category };
  return { name: ownName(userAgent), category: categoryByWords(userAgent) };
}

function categoryByWords(userAgent: string): BotCategory {
  return CATEGORY_WORDS.find(({ words }) => words.test(userAgent))?.category ?? 'other';
}

/** The word that looks like a bot's, else the first product that is not the part of browsers. */
function ownName(userAgent: string): string {
  const botly = /([\w.-]*(?:bot|crawl|spider|monitor|preview|scan|fetch)[\w.-]*)/i.exec(userAgent)?.[1];
  const product = /^(?!Mozilla\/)([^\s/;()]+)/.exec(userAgent)?.[1];
  const name = product ?? botly ?? (/Headless/.test(userAgent) ? 'Headless browser' : 'Unnamed bot');
  return name.slice(0, MAX_NAME_LENGTH);
}

type CatalogueRow = { readonly token: string; readonly name: string; readonly category: BotCategory };

/** The longest first, so that `Googlebot-Image` is not `Googlebot`. */
function readCatalogue(): CatalogueRow[] {
  const file = JSON.parse(readFileSync(FILE, 'utf8')) as Record<BotCategory, string[]>;
  const rows = (Object.entries(file) as [BotCategory, string[]][]).flatMap(([category, names]) =>
    names.map((text) => ({ token: text.toLowerCase(), name: text.replace(/[/ ]+$/, ''), category })),
  );
  return rows.sort((a, b) => b.token.length - a.token.length);
}
