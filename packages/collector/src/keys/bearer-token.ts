/** The token of an `Authorization: Bearer` header, null when there is no such header, '' when it is another. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
}
