import { readFileSync } from 'node:fs';
import type { BotCategory } from '@cvq/storage';
import type { NamedBot } from './evidence.ts';
import { CATEGORY_WORDS } from './tables/category-words.ts';

const FILE = new URL('../../data/bots/catalogue.json', import.meta.url);
const CATALOGUE = readCatalogue();

/** Longer names are cut: strangers choose them. */
const MAX_NAME_LENGTH = 64;

/**
 * A name and a category for a user agent that is known to be a bot's: by the catalogue of bots, else by its own words.
 * Loose as it is, it must never decide whether somebody is a bot.
 */
export function nameBot(userAgent: string): NamedBot {
  const text = userAgent.toLowerCase();
  const row = CATALOGUE.find(({ token }) => text.includes(token));
  // The address of a site is known to belong to bots, and no name of one.
  if (row) return { name: /[/(]/.test(row.name) ? ownName(userAgent) : row.name, category: row.category };
  return { name: ownName(userAgent), category: categoryByWords(userAgent) };
}

function categoryByWords(userAgent: string): BotCategory {
  return CATEGORY_WORDS.find(({ words }) => words.test(userAgent))?.category ?? 'other';
}

/** Where a bot says more of itself: its name is not in there, but its site is. */
const ADDRESSES = /\+?\bhttps?:\/\/[^\s;)]+|\bwww\.[^\s;)]+|[^\s;(]+@[^\s;)]+/g;
const SITE = /\bhttps?:\/\/(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i;

/** What is no name: the parts of browsers and of devices, and words for any bot. */
const NO_NAME =
  /^(?:mozilla\w*|compatible|msie.*|windows.*|macintosh|x11|u|linux.*|android.*|iphone|ipad|khtml.*|like|gecko|http.*)$/i;
const ANY_BOT =
  /^(?:(?:web-?)?(?:ro)?bots?|(?:web-?)?crawl(?:er|ers|ing)?|spider|monitor(?:ing)?|previews?|scan(?:ner|ning)?|fetch(?:er|ing)?)$/i;

/** The product that it begins with, or what stands in the place of a name, or the word that looks like a bot's. */
function ownName(userAgent: string): string {
  const text = userAgent.replace(ADDRESSES, ' ');
  const product = /^([^\s/;()]+)/.exec(text)?.[1];
  const compatible = /\bcompatible; *([^\s/;()]+)/.exec(text)?.[1];
  const botly = text.match(/[\w.-]*(?:bot|crawl|spider|monitor|preview|scan|fetch)[\w.-]*/gi) ?? [];
  const name = [product, ...botly, compatible].find((word) => word !== undefined && isName(word));
  const unnamed = /Headless/.test(userAgent) ? 'Headless browser' : 'Unnamed bot';
  return (name ?? SITE.exec(userAgent)?.[1] ?? unnamed).slice(0, MAX_NAME_LENGTH);
}

/** Whether a word may be a bot's name: it has three letters, and means no device and no bot at large. */
function isName(word: string): boolean {
  return (
    /^[\w.:!+~-]+$/.test(word) &&
    /[a-z].*[a-z].*[a-z]/i.test(word) &&
    !/^(?:HTC|LGE?)$/.test(word) &&
    !NO_NAME.test(word) &&
    !ANY_BOT.test(word)
  );
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
