import { StoreBroken, type StoreName } from '../../store-errors.ts';
import type { Connection } from '../open-database.ts';

/** The tables of each store at its newest schema. */
export const STORE_TABLES: Readonly<Record<StoreName, readonly string[]>> = {
  control: words(`
    access_links account_member_clients account_members accounts agency_clients annotations api_key_projects api_key_scopes
    api_keys audit_log bot_rules dashboard_sessions erasures exchange_rates integrations oauth_applications
    oauth_authorizations oauth_codes oauth_grants oauth_tokens project_members projects salts saved_funnels segments settings
    sign_in_attempts spend_days spend_imports spend_rows spend_sources unfinished_erasures users webhook_endpoints
    webhook_secrets`),
  events: words(`
    ad_attempts ad_corrected_times ad_deliveries ad_integrations ad_owed ad_reserved_keys ad_reserved_orders ad_target_lists
    archived_answers archived_session_names archived_sessions archived_visits archived_visits_of_users blocks bot_verdicts
    changes clients day_columns day_properties day_rollups day_sessions days events forgotten_words idempotency_keys
    identifications order_reports order_states pages places probes projects renamed_users replaced_words sessions strings
    taken touches unindexed_blocks user_agents user_data visitors watched webhook_attempts webhook_deliveries webhook_health
    webhook_messages withdrawn_days withdrawn_identifications`),
};

/**
 * To be called at the newest schema: statements are prepared when they are first used, and what one of them needs would be
 * missed only then.
 * @throws StoreBroken where a table is missing
 */
export function refuseIncompleteStore(
  db: Connection,
  { file, store }: { readonly file: string; readonly store: StoreName },
): void {
  const found = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all());
  const missing = STORE_TABLES[store].filter((table) => !found.has(table));
  if (missing.length > 0)
    throw new StoreBroken(file, new Error(`it has no table ${missing.join(', nor a table ')}`));
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
