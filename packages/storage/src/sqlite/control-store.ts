import { join } from 'node:path';
import type { ControlStore } from '../control-store.ts';
import type { StoreLocation } from '../store-location.ts';
import type { StoreNews } from '../store-news.ts';
import { controlAccessLinks } from './control/access-links.ts';
import { controlAccounts } from './control/accounts.ts';
import { controlAgencies } from './control/agencies.ts';
import { controlAnnotations } from './control/annotations.ts';
import { controlAuditLog } from './control/audit-log.ts';
import { controlBotRules } from './control/bot-rules.ts';
import { ControlChanges } from './control/changes.ts';
import { controlDashboardSessions } from './control/dashboard-sessions.ts';
import { controlErasureRequests } from './control/erasure-requests.ts';
import { controlGrantTokens } from './control/grant-tokens.ts';
import { controlGrants } from './control/grants.ts';
import { controlIntegrations } from './control/integrations.ts';
import { controlKeys } from './control/keys.ts';
import { openUsage } from './control/open-usage.ts';
import { controlPeople } from './control/people.ts';
import { controlProjects } from './control/projects.ts';
import { controlReach } from './control/reach.ts';
import { controlSalts } from './control/salts.ts';
import { controlSavedFunnels } from './control/saved-funnels.ts';
import { controlSegments } from './control/segments.ts';
import { controlSignInAttempts } from './control/sign-in-attempts.ts';
import { spendSweeper } from './control/spend/sweep-spend.ts';
import { controlSpend } from './control/spend.ts';
import { controlWebhooks } from './control/webhooks.ts';
import { type Connection, closeWhole } from './open-database.ts';
import { integrityProblems } from './store-files/integrity.ts';
import { storeFile } from './store-files/lost-store.ts';
import { openStore } from './store-files/open-store.ts';

/**
 * Control data in one SQLite file, apart from the events so that its version changes only with itself, and apart
 * from the counters for the same reason.
 */
export function openSqliteControlStore(
  location: StoreLocation,
  hear: (news: StoreNews) => void,
): ControlStore {
  return openStore(location, { store: 'control', hear }, (db) => controlOf(db, location, hear));
}

function controlOf(
  db: Connection,
  { folder, migrate: allowed }: StoreLocation,
  hear: (news: StoreNews) => void,
): ControlStore {
  const usage = openUsage(join(folder, 'usage.db'), { allowed, hear });
  const getSetting = db.prepare('SELECT value FROM settings WHERE name = ?').pluck();
  const putSetting = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const changeCount = db.prepare('SELECT total_changes()').pluck();
  const sweepSpend = spendSweeper(db);
  const changes = new ControlChanges(db, storeFile(folder, 'control'));
  return {
    ...controlReach(db, changes),
    ...changes.heard({
      ...controlAccounts(db),
      ...controlProjects(db, sweepSpend),
      ...controlPeople(db),
      ...controlAgencies(db),
      ...controlKeys(db, () => usage.lastUses()),
      ...controlSalts(db),
      ...controlBotRules(db),
      ...controlAnnotations(db),
      ...controlSavedFunnels(db),
      ...controlSegments(db),
      ...controlAuditLog(db),
      ...controlErasureRequests(db),
      ...controlDashboardSessions(db),
      ...controlAccessLinks(db),
      ...controlGrants(db, () => usage.lastUses()),
      ...controlGrantTokens(db),
      ...controlSignInAttempts(db),
      ...controlWebhooks(db),
      ...controlIntegrations(db, sweepSpend),
      ...controlSpend(db, sweepSpend),
      getSetting: async (name: string) => (getSetting.get(name) as string | undefined) ?? null,
      async putSetting(name: string, value: string) {
        putSetting.run(name, value);
      },
    }),
    // Not wrapped: a request then passes through no function of this file.
    warmUp: usage.warmUp,
    admit: usage.admit,
    release: usage.release,
    requestsMade: usage.requestsMade,
    noteUse: usage.noteUse,
    onChange: changes.onChange,
    catchUp: changes.catchUp,
    readOnChange: changes.readOnChange,
    check: async () => ({ store: 'control', problems: integrityProblems(db) }),
    async close() {
      changes.close();
      await usage.close();
      // A log that is shortened looks to others like a change: who has only read leaves it alone.
      if ((changeCount.get() as number) > 0) closeWhole(db);
      else db.close();
    },
  };
}
