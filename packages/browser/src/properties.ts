/** What an event tells beyond its name. Names in camelCase reach the collector in snake_case. */
export type Properties = Record<string, unknown>;

/**
 * The events of an application and their properties, for `track` to check. Extend it by declaration, under the module
 * that you import: `declare module '@cvq/browser' { interface EventMap { search: { term: string } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an application fills it in
export interface EventMap {}
