/**
 * What a `Host` header names, as addresses are compared: in small letters, without the usual port. Null where it is anything but
 * a host with or without a port: `me@host` and `host/path` are addresses to a parser, and no host to a client.
 */
export function hostOfHeader(header: string | undefined, protocol: string): URL | null {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return null;
  return URL.parse(`${protocol}//${header}`);
}
