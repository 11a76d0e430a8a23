import type { EventId } from '@cvq/contract';
import type { AdDeliveryStore, BuiltRequest } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { integrationNumber } from './delivery-keys.ts';

/** Among so many of the newest deliveries of the project it is looked for, so that the question is never a long one. */
const LOOKED_AT = 5_000;

const NEWEST = `
  SELECT newest.ms, newest.suffix, ad_attempts.started_at AS builtAt, ad_attempts.request
  FROM (
    SELECT ms, suffix, integration, state FROM ad_deliveries
    WHERE project = :project ORDER BY ms DESC, suffix DESC LIMIT ${LOOKED_AT}
  ) newest
  JOIN ad_attempts ON ad_attempts.project = :project AND ad_attempts.ms = newest.ms
    AND ad_attempts.suffix = newest.suffix AND ad_attempts.integration = newest.integration
  WHERE newest.integration = :integration AND newest.state = ${adStateCode('dry_run')}
    AND ad_attempts.number = (
      SELECT max(built.number) FROM ad_attempts built
      WHERE built.project = :project AND built.ms = newest.ms AND built.suffix = newest.suffix
        AND built.integration = newest.integration AND built.request IS NOT NULL
    )
  ORDER BY newest.ms DESC, newest.suffix DESC LIMIT :atMost`;

type Row = EventId & Omit<BuiltRequest, 'event'>;

/** Reads what a dry run has built. */
export function builtRequestsReader(
  db: Connection,
): (
  ...asked: Parameters<AdDeliveryStore['builtRequests']>
) => Awaited<ReturnType<AdDeliveryStore['builtRequests']>> {
  const newest = db.prepare(NEWEST);
  return (of, atMost) => {
    const [project, integration] = [projectNumber(db, of.project), integrationNumber(db, of.integration)];
    if (project === undefined || integration === undefined) return [];
    const rows = newest.all({ project, integration, atMost }) as Row[];
    return rows.map(({ ms, suffix, builtAt, request }) => ({ event: { ms, suffix }, builtAt, request }));
  };
}
