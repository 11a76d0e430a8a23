import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { isAddress, withoutBrackets } from '../net/address.ts';
import { hostOfHeader } from '../net/host-of-header.ts';
import { isLoopbackHost } from '../net/hosts.ts';
import type { McpDeps } from './asking.ts';

type Own = Pick<McpDeps, 'baseUrl' | 'dashboardOrigin' | 'origins'>;

/**
 * Refuse a request under a name that is not ours: a page of a stranger may have made its own name lead here (DNS rebinding).
 * A bare address is nobody's name.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 * @throws ApiError misdirected_request
 */
export function requireKnownHost({ headers }: Pick<IncomingMessage, 'headers'>, own: Own): void {
  const host = hostOfHeader(headers.host, 'http:')?.hostname;
  if (host !== undefined) {
    const known = [own.baseUrl(), own.dashboardOrigin()].map((address) => new URL(address).hostname);
    if (known.includes(host) || isLoopbackHost(host) || isAddress(withoutBrackets(host))) return;
  }
  throw new ApiError(
    'misdirected_request',
    `Agents reach this collector at ${own.baseUrl()}/mcp. For another name, set CVQ_BASE_URL; a proxy has to pass on the Host header unchanged.`,
  );
}

/**
 * The origin of the web page that has a request sent; null where no page has.
 * @throws ApiError foreign_origin for one that is neither ours nor listed
 */
export function requireKnownOrigin({ headers }: Pick<IncomingMessage, 'headers'>, own: Own): string | null {
  const { origin } = headers;
  if (origin === undefined) return null;
  const known = [new URL(own.baseUrl()).origin, own.dashboardOrigin(), ...own.origins];
  if (known.includes(origin)) return origin;
  throw new ApiError(
    'foreign_origin',
    'Web pages of other origins may not ask as an agent. The operator lists those that may in CVQ_MCP_ORIGINS.',
  );
}
