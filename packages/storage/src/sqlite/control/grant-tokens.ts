import type { Scope } from '@cvq/contract';
import type { AuthorizationCode, FoundToken, Grants } from '../../control/grants.ts';
import type { Connection } from '../open-database.ts';
import { GRANT_COLUMNS, type GrantRow, toGrant } from './grant-rows.ts';

type TokenMethods = Pick<
  Grants,
  'takeCode' | 'addTokens' | 'findToken' | 'endToken' | 'endFamily' | 'forgetEndedGrants'
>;

type CodeRow = Omit<AuthorizationCode, 'scopes'> & { readonly scopes: string; readonly grantId: string };
type TokenRow = Omit<FoundToken, 'scopes' | 'grant'> & { readonly scopes: string; readonly grantId: string };

const IS_UNUSED = 'NOT EXISTS (SELECT 1 FROM oauth_grants WHERE application_id = oauth_applications.id)';

/** Codes and tokens of grants, by their hashes. */
export function controlGrantTokens(db: Connection): TokenMethods {
  const grant = db.prepare(`SELECT ${GRANT_COLUMNS} FROM oauth_grants WHERE id = ?`);
  const code = db.prepare(`
    SELECT hash, grant_id AS grantId, family, redirect_uri AS redirectUri, challenge, scopes, expires_at AS expiresAt
    FROM oauth_codes WHERE hash = ?`);
  const useCode = db.prepare('UPDATE oauth_codes SET is_used = 1 WHERE hash = ? AND is_used = 0');
  const hasCode = db.prepare('SELECT EXISTS (SELECT 1 FROM oauth_codes WHERE family = ?)').pluck();
  const rotate = db.prepare(`
    UPDATE oauth_tokens SET rotated_at = coalesce(rotated_at, :now) WHERE hash = :before AND family = :family`);
  const insert = db.prepare(`
    INSERT INTO oauth_tokens (hash, kind, grant_id, family, scopes, expires_at)
    VALUES (:hash, :kind, :grantId, :family, :scopes, :expiresAt)`);
  const token = db.prepare(`
    SELECT hash, oauth_tokens.kind, grant_id AS grantId, family, oauth_tokens.scopes, expires_at AS expiresAt,
      rotated_at AS rotatedAt
    FROM oauth_tokens
    JOIN oauth_grants ON oauth_grants.id = grant_id
    JOIN users ON users.id = user_id AND disabled_at IS NULL
    WHERE hash = :hash AND expires_at > :now`);
  const endToken = db.prepare('DELETE FROM oauth_tokens WHERE hash = ?');
  const endTokens = db.prepare('DELETE FROM oauth_tokens WHERE family = ?');
  const endCode = db.prepare('DELETE FROM oauth_codes WHERE family = ?');
  const forget = [
    'DELETE FROM oauth_authorizations WHERE expires_at <= :now',
    'DELETE FROM oauth_tokens WHERE expires_at <= :now',
    // A used code is kept for as long as its tokens: whoever brings it again ends them.
    `DELETE FROM oauth_codes WHERE expires_at <= :now
       AND NOT EXISTS (SELECT 1 FROM oauth_tokens WHERE oauth_tokens.family = oauth_codes.family)`,
    `DELETE FROM oauth_grants WHERE NOT EXISTS (SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id)
       AND NOT EXISTS (SELECT 1 FROM oauth_codes WHERE grant_id = oauth_grants.id)`,
    `DELETE FROM oauth_applications WHERE created_at < :unusedSince AND ${IS_UNUSED}`,
    `DELETE FROM oauth_applications WHERE id IN (
       SELECT id FROM oauth_applications
       WHERE (SELECT count(*) FROM oauth_applications) > :mostUnused AND ${IS_UNUSED}
       ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET :mostUnused)`,
  ].map((sql) => db.prepare(sql));

  const take = db.transaction((hash: string) => {
    const row = code.get(hash) as CodeRow | undefined;
    if (row === undefined) return null;
    const wasUsed = useCode.run(hash).changes === 0;
    const { grantId, scopes, ...rest } = row;
    return { ...rest, scopes: parsed(scopes), wasUsed, grant: toGrant(grant.get(grantId) as GrantRow) };
  });

  const add = db.transaction(
    ({ grantId, family, before, tokens, now }: Parameters<Grants['addTokens']>[0]) => {
      if (grant.get(grantId) === undefined) return false;
      const isGood =
        before === null ? hasCode.get(family) === 1 : rotate.run({ before, family, now }).changes === 1;
      if (!isGood) return false;
      for (const each of tokens)
        insert.run({ ...each, grantId, family, scopes: JSON.stringify(each.scopes) });
      return true;
    },
  );

  const end = db.transaction((family: string) => endTokens.run(family).changes + endCode.run(family).changes);

  return {
    takeCode: async (hash) => take.immediate(hash),
    addTokens: async (given) => add.immediate(given),
    async findToken(hash, now) {
      const row = token.get({ hash, now }) as TokenRow | undefined;
      if (row === undefined) return null;
      const { grantId, scopes, ...rest } = row;
      return { ...rest, scopes: parsed(scopes), grant: toGrant(grant.get(grantId) as GrantRow) };
    },
    endToken: async (hash) => endToken.run(hash).changes === 1,
    endFamily: async (family) => end.immediate(family) > 0,
    async forgetEndedGrants(ended) {
      for (const statement of forget) statement.run(ended);
    },
  };
}

const parsed = (scopes: string) => JSON.parse(scopes) as Scope[];
