import type { Erasure, ErasurePreviewResponse } from '@cvq/contract';
import type { ErasureProgress, ErasureRequest } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';
import { type ErasureTotals, isNobody } from './erasure-totals.ts';

/** What an erasure takes, as the dashboard and the command line tell it. */
export function countsJson(counts: ErasureTotals): NonNullable<ErasurePreviewResponse['data']> {
  const { users, visitors, events, conversions, sessions, values, userData, deliveries } = counts;
  return {
    users,
    visitors,
    events,
    conversions,
    sessions,
    values,
    user_data: userData,
    deliveries,
    // A receipt of an earlier version has none: what a team wrote was not looked through.
    texts: counts.texts ?? 0,
    ad_deliveries: counts.adDeliveries,
    ad_deliveries_taken: counts.adDeliveriesTaken,
    // Nor were those looked for.
    ad_deliveries_maybe_taken: counts.adDeliveriesMaybeTaken ?? 0,
  };
}

/** An erasure with its receipt. Nothing in it names the person. */
export function erasureJson(request: ErasureRequest, progress: ErasureProgress | null): Erasure {
  const { id, projectId: project, by, requestedAt, finishedAt, receipt, attempts } = request;
  return {
    id,
    project,
    by,
    requested_at: new Date(requestedAt).toISOString(),
    finished_at: isoOrNull(finishedAt),
    events_so_far: finishedAt === null ? (progress?.events ?? null) : null,
    attempts,
    erased: receipt === null || isNobody(receipt) ? null : countsJson(receipt),
    log_cleared: receipt?.isLogCleared ?? null,
    unreadable_user_data: finishedAt === null ? null : (receipt?.unreadable ?? 0),
  };
}
