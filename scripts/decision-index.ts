import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../docs/decisions');

/** In this order in the index. */
export const TOPICS = [
  'Tracking',
  'Sessions, orders and attribution',
  'Enrichment',
  'Bots',
  'Privacy',
  'Browser SDK',
  'Read API',
  'Access',
  'Agents',
  'Dashboard',
  'Webhooks',
  'Ad platforms',
  'Storage',
  'Server',
  'The code',
];

export type Decision = {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** What comes below the front matter. */
  readonly body: string;
  readonly topic: string | undefined;
  readonly status: string | undefined;
  readonly date: string | undefined;
  /** Numbers of other decisions. */
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
  readonly amends: readonly string[];
  readonly amendedBy: readonly string[];
};

/** Every decision, by number. */
export function readDecisions(): Decision[] {
  const files = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file));
  return files.toSorted().map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const [, head = '', body = text] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1];
    const numbers = (name: string) => field(name)?.match(/\d{4}/g) ?? [];
    return {
      file,
      number: file.slice(0, 4),
      title: body.slice(2).split('\n')[0] ?? '',
      body,
      topic: field('topic'),
      status: field('status'),
      date: field('date'),
      supersedes: numbers('supersedes'),
      supersededBy: numbers('superseded-by'),
      amends: numbers('amends'),
      amendedBy: numbers('amended-by'),
    };
  });
}

/** The text of the index. */
export function decisionIndex(decisions: readonly Decision[]): string {
  const sections = TOPICS.map((topic) => {
    const own = decisions.filter((decision) => decision.topic === topic);
    return `## ${topic}\n\n${own.map(lineOf).join('\n')}\n`;
  });
  return `# Decisions

What the specification left open, or what a reader of the code would ask about, half a page each, by topic. A number finds
its file: \`ls docs/decisions/0049*\`. A superseded decision stays, and says which one took its place.

Each begins with its \`topic\`, \`status\` (\`accepted\` or \`superseded\`) and \`date\`, and with what it changes: \`supersedes\` or
\`amends\`, and the other way round \`superseded-by\` or \`amended-by\`. This page is made of that: \`npm run decisions\`.

${sections.join('\n')}`;
}

function lineOf({ file, title, supersededBy, amendedBy }: Decision): string {
  const notes = [
    ...(supersededBy.length > 0 ? [`superseded by ${supersededBy.join(', ')}`] : []),
    ...(amendedBy.length > 0 ? [`amended by ${amendedBy.join(', ')}`] : []),
  ];
  return `- [${title}](${file})${notes.length > 0 ? `: ${notes.join(', ')}` : ''}`;
}
