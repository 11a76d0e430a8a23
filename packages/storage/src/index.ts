export type * from './accepted-store.ts';
export { accountDay } from './account-day.ts';
export type * from './ad-delivery-store.ts';
export { isAnswerTooLarge } from './answer-too-large.ts';
export {
  creditOf,
  isPartOfSession,
  type SaleFacts,
  type Visit,
  type Visits,
} from './attribution/credit-rule.ts';
export { isBlockBroken } from './block-broken.ts';
export type * from './check-report.ts';
export { collectStartGarbage } from './collect-start-garbage.ts';
export { isConnectionStuck } from './connection-stuck.ts';
export { consentIn, readConsentIn, type StoredConsent } from './consent.ts';
export type * from './control/access-links.ts';
export type * from './control/accounts.ts';
export type * from './control/agencies.ts';
export type * from './control/annotations.ts';
export type * from './control/audit-log.ts';
export type * from './control/bot-rules.ts';
export type * from './control/dashboard-sessions.ts';
export type * from './control/erasure-requests.ts';
export type * from './control/grants.ts';
export type * from './control/keys.ts';
export type * from './control/people.ts';
export type * from './control/projects.ts';
export type * from './control/reach.ts';
export type * from './control/saved-funnels.ts';
export type * from './control/segments.ts';
export type * from './control/sign-in-attempts.ts';
export type * from './control/usage.ts';
export type * from './control-store.ts';
export type * from './copy-progress.ts';
export { isDeliveryLogUnreadable } from './delivery-log-unreadable.ts';
export type * from './delivery-store.ts';
export type * from './erasures.ts';
export type * from './event-log.ts';
export type * from './event-record.ts';
export { EXCLUSIONS, NO_FACTS } from './event-record.ts';
export { filterComparison } from './filter-comparison.ts';
export type * from './freshness.ts';
export { giveToOwner } from './give-to-owner.ts';
export type * from './ingest-ledger.ts';
export type * from './integration.ts';
export { makeDataFolder } from './make-data-folder.ts';
export { createNaming, createUnnaming, type Naming } from './naming.ts';
export {
  acceptLoss,
  checkStore,
  checkUsage,
  copyStore,
  guardStores,
  holdAlone,
  holdsSealed,
  oneAtATime,
  openAdDeliveryStore,
  openControlStore,
  openDeliveryStore,
  openErasures,
  openEventLog,
  openIngestLedger,
  openReports,
  openSealedValues,
  readSetting,
  refuseStoreInUse,
  refuseUnopenable,
  refuseUnwritable,
  shrinkEvents,
  watchEvents,
} from './open-stores.ts';
export { type PackedError, packError, unpackError } from './packed-error.ts';
export { plainProperties } from './plain-properties.ts';
export { REPORT_LIMITS } from './report-limits.ts';
export type * from './reports.ts';
export type * from './sealed-values.ts';
export { SECRET_CANARY } from './secret-canary.ts';
export type * from './shrunk-store.ts';
export type * from './spend-store.ts';
export {
  QuestionTimedOut,
  ReportsClosed,
  SchemaOutOfDate,
  SchemaTooNew,
  SpendImportEnded,
  SpendLineRepeated,
  StoreBroken,
  StoreInUse,
  StoreLost,
  StoreMoved,
  type StoreName,
  StoreOlder,
  StoreUnusable,
  TooManyQuestions,
} from './store-errors.ts';
export type { StoreLocation } from './store-location.ts';
export type { StoreNews } from './store-news.ts';
export type * from './user-data-store.ts';
export type * from './webhook-endpoint.ts';
