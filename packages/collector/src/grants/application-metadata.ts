import { z } from 'zod';
import { OauthRefused } from './oauth-refused.ts';
import { whyNoRedirect } from './redirect-uri.ts';

const MAX_REDIRECTS = 10;
/** Of all redirects together. Anybody can register, and what they send is kept. */
const MAX_REDIRECT_LENGTHS = 4096;
const MAX_NAME = 100;

/**
 * What an application says of itself (RFC 7591, 2). All else that it says is left alone: its `scope` above all is no
 * ceiling, since applications register with what they need first.
 */
const Metadata = z.object({
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECTS),
  token_endpoint_auth_method: z.string().optional(),
  response_types: z.array(z.string()).optional(),
  grant_types: z.array(z.string()).optional(),
});

export type ApplicationMetadata = {
  readonly clientId: string | null;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: string;
};

/**
 * Reads what an application says of itself.
 * @throws OauthRefused invalid_redirect_uri, invalid_client_metadata
 */
export function readApplicationMetadata(value: unknown): ApplicationMetadata {
  const parsed = Metadata.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || 'The body';
    const code = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OauthRefused(code, `${field}: ${issue?.message ?? 'is wrong'}.`);
  }
  const { redirect_uris: redirectUris, client_name: name = '', ...more } = parsed.data;
  for (const address of redirectUris) {
    const why = whyNoRedirect(address);
    if (why !== null) throw new OauthRefused('invalid_redirect_uri', `A redirect_uri ${why}.`);
  }
  if (redirectUris.join('').length > MAX_REDIRECT_LENGTHS) {
    const why = `redirect_uris must have at most ${MAX_REDIRECT_LENGTHS} characters together.`;
    throw new OauthRefused('invalid_redirect_uri', why);
  }
  requirePart('response_types', more.response_types, 'code');
  requirePart('grant_types', more.grant_types, 'authorization_code');
  return {
    clientId: more.client_id ?? null,
    name: legibleName(name) || 'An application without a name',
    redirectUris,
    authMethod: more.token_endpoint_auth_method ?? 'none',
  };
}

function requirePart(field: string, given: readonly string[] | undefined, needed: string): void {
  if (given === undefined || given.includes(needed)) return;
  throw new OauthRefused('invalid_client_metadata', `${field} must contain ${needed}.`);
}

/**
 * Without signs that no reader sees, or that turn the direction of what follows, and with no more marks on a letter than
 * any language has: hundreds of them would make a line that never ends, with the rest of the page beside the window.
 */
function legibleName(name: string): string {
  const legible = name
    .replace(/[\p{C}\p{Zl}\p{Zp}\u2800]/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ');
  return [...legible.trim()].slice(0, MAX_NAME).join('').trim();
}
