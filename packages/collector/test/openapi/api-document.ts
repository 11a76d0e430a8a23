import { readFileSync } from 'node:fs';
import path from 'node:path';

export type JsonSchema = { readonly [key: string]: unknown };
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
export type DocumentedResponse = {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
};
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
};
export type DocumentedOperation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse | { readonly $ref: string }>>;
};
type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
};

const file = path.resolve(import.meta.dirname, '../../../../docs/openapi.json');

/** The checked-in API document; another test says that it is what the collector serves. */
export const apiDocument = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;

/** What a reference into the document means; what is no reference means itself. */
export function resolve<Target>(part: Target | { readonly $ref: string }): Target {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as Target;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return apiDocument.components[kind]?.[name] as Target;
}

const ROUTES = Object.entries(apiDocument.paths).map(([template, methods]) => ({
  template,
  methods,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** The operation of a request, null where the document has none. A path without parameters wins. */
export function findDocumented(method: string, address: string): DocumentedOperation | null {
  const [route = ''] = address.split('?');
  const candidates = ROUTES.filter(({ pattern }) => pattern.test(route));
  const found = candidates.find(({ template }) => template === route) ?? candidates[0];
  return found?.methods[method === 'HEAD' ? 'get' : method.toLowerCase()] ?? null;
}
