import { CLIENT_HINT_HEADERS, type ClientHints } from './client.ts';

/** The client hints among the headers of a request, whose names are in lower case; undefined where there are none. */
export function clientHintsOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ClientHints | undefined {
  let hints: ClientHints | undefined;
  for (const [hint, header] of Object.entries(CLIENT_HINT_HEADERS) as [keyof ClientHints, string][]) {
    const value = headers[header];
    if (typeof value === 'string' && value !== '') hints = { ...hints, [hint]: value };
  }
  return hints;
}
