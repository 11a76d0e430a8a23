import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = globSync('packages/*/src/**/*.ts', { cwd: root }).toSorted();
const sources = new Map(files.map((file) => [file, parsed(readFileSync(path.join(root, file), 'utf8'))]));
const names = new Map([...sources].map(([file, source]) => [file, namesIn(file, source)]));
const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');

type Retired = { readonly word: string; readonly kept: readonly string[] };

/** A row of the last table retires each word of its first cell, except for the names and paths of its last. */
const retired: readonly Retired[] = rowsBelow('Retired words').flatMap(([words = '', , kept = '']) =>
  codeIn(words).map((word) => ({ word, kept: codeIn(kept) })),
);

/** Names that two rooms still give to two things. No other may join them. */
const STILL_DOUBLED = ['Config', 'UserData'];

describe('docs/glossary.md', () => {
  it.each(['Words of the product', 'Words of the code', 'Retired words'])('has its %s in order', (title) => {
    const terms = rowsBelow(title).map(([term = '']) => term.toLowerCase());
    expect(terms.length).toBeGreaterThan(0);
    if (title !== 'Retired words') expect(terms).toEqual(terms.toSorted());
    expect(new Set(terms).size).toBe(terms.length);
  });

  it.each(retired)('no name in the code says $word', ({ word, kept }) => {
    const found = [...names].flatMap(([file, named]) => usesOf({ word, kept }, file, named));
    expect(found).toEqual([]);
  });

  it.each(retired)('and a planted $word is found', ({ word }) => {
    const name = word.replaceAll('*', 's').replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
    const source = parsed(`export const create${name[0]?.toUpperCase()}${name.slice(1)} = 1;`);
    const planted = namesIn('planted.ts', source);
    expect(usesOf({ word, kept: [] }, 'planted.ts', planted)).toHaveLength(1);
    const file = `${name}.ts`;
    expect(usesOf({ word, kept: [] }, file, namesIn(file, parsed('')))).toHaveLength(1);
  });
});

describe('names of exported types', () => {
  it('are unique over all packages', () => {
    const found = doubled([...sources].flatMap(([file, source]) => exportedTypes(file, source)));
    expect(found.filter((line) => !STILL_DOUBLED.includes(line.split(':')[0] ?? ''))).toEqual([]);
  });

  it('and a planted second one is found', () => {
    const planted = ['a.ts', 'b.ts'].flatMap((file) =>
      exportedTypes(file, parsed('export type Verdict = 1;')),
    );
    expect(doubled(planted)).toEqual(['Verdict: a.ts, b.ts']);
  });
});

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest);
}

/** Each name in a file, its own and those of identifiers, with its words. Texts, such as those of SQL, are none. */
function namesIn(file: string, source: ts.SourceFile): ReadonlyMap<string, string> {
  const named = new Set([path.basename(file, '.ts'), ...identifiersOf(source)]);
  return new Map([...named].map((name) => [name, ` ${wordsOf(name)} `]));
}

/** Where a file says a retired word. */
function usesOf({ word, kept }: Retired, file: string, named: ReadonlyMap<string, string>): string[] {
  if (kept.some((place) => place.endsWith('/') && file.startsWith(place))) return [];
  const stem = new RegExp(` ${word.replaceAll('*', '\\w*')} `);
  const saying = [...named].filter(([name, words]) => !kept.includes(name) && stem.test(words));
  return saying.map(([name]) => `${file}: ${name}`);
}

function identifiersOf(node: ts.Node): string[] {
  const found: string[] = ts.isIdentifier(node) ? [node.text] : [];
  ts.forEachChild(node, (child) => {
    found.push(...identifiersOf(child));
  });
  return found;
}

/** `openHTTPServer`, `OPEN_SERVER` and `open-server` in small words with blanks between. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$.-]+/g, ' ')
    .toLowerCase();
}

function exportedTypes(file: string, source: ts.SourceFile): { name: string; file: string }[] {
  return source.statements.flatMap((statement) => {
    const isType =
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isClassDeclaration(statement);
    if (!isType || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? [{ name: statement.name.text, file }] : [];
  });
}

function doubled(types: readonly { name: string; file: string }[]): string[] {
  return [...Map.groupBy(types, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)
    .toSorted();
}

/** The cells of the table below a heading, without its head. */
function rowsBelow(title: string): string[][] {
  const [, section = ''] = glossary.split(`\n## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const lines = own.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
