import { askedOrigin } from '../net/asked-origin.ts';
import { OauthRefused } from './oauth-refused.ts';

/** The address that tokens are for: the MCP server of the installation. The read API takes them too. */
export function resourceOf(origin: string): string {
  return `${origin}/mcp`;
}

/**
 * The resource that a request is about: what it names has to be here, and what it leaves out is (RFC 8707).
 * @throws OauthRefused invalid_target
 */
export function requireResource(named: readonly string[], origin: string): string {
  const isOwn = (name: string) => {
    const asked = askedOrigin(URL.parse(name)?.host, origin);
    return [asked, resourceOf(asked)].some((own) => [own, `${own}/`].includes(inSmallLetters(name)));
  };
  if (named.every(isOwn)) return resourceOf(origin);
  throw new OauthRefused('invalid_target', `resource must be ${resourceOf(origin)}.`);
}

/** With scheme and host in small letters: capitals make no other address there (RFC 3986, 6.2.2.1). */
function inSmallLetters(address: string): string {
  return address.replace(/^[^:/?#]+:\/\/[^/?#]*/, (start) => start.toLowerCase());
}
