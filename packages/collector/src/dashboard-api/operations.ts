import type { DashboardOperation } from './operation.ts';
import { acceptClient } from './operations/accept-client.ts';
import { addAnnotation } from './operations/add-annotation.ts';
import { addBotRules } from './operations/add-bot-rules.ts';
import { addMember } from './operations/add-member.ts';
import { addSegment } from './operations/add-segment.ts';
import { allowAuthorization } from './operations/allow-authorization.ts';
import { askConsent } from './operations/ask-consent.ts';
import { beginAuthorization } from './operations/begin-authorization.ts';
import { changeAccount } from './operations/change-account.ts';
import { changeAnnotation } from './operations/change-annotation.ts';
import { changeName } from './operations/change-name.ts';
import { changePassword } from './operations/change-password.ts';
import { changeRole } from './operations/change-role.ts';
import { changeSegment } from './operations/change-segment.ts';
import { connectIntegration } from './operations/connect-integration.ts';
import { countEarlier } from './operations/count-earlier.ts';
import { createAccount } from './operations/create-account.ts';
import { createKey } from './operations/create-key.ts';
import { createProject } from './operations/create-project.ts';
import { createReset } from './operations/create-reset.ts';
import { createUser } from './operations/create-user.ts';
import { createWebhook } from './operations/create-webhook.ts';
import { deleteProject } from './operations/delete-project.ts';
import { deleteUser } from './operations/delete-user.ts';
import { denyAuthorization } from './operations/deny-authorization.ts';
import { disableUser } from './operations/disable-user.ts';
import { enableUser } from './operations/enable-user.ts';
import { endClient } from './operations/end-client.ts';
import { endSession } from './operations/end-session.ts';
import { erasePerson } from './operations/erase-person.ts';
import { getBotNetworks } from './operations/get-bot-networks.ts';
import { getMe } from './operations/get-me.ts';
import { getNotices } from './operations/get-notices.ts';
import { getProjectSettings } from './operations/get-project-settings.ts';
import { getSignInState } from './operations/get-sign-in-state.ts';
import { getWebhookDelivery } from './operations/get-webhook-delivery.ts';
import { importRates } from './operations/import-rates.ts';
import { importSpend } from './operations/import-spend.ts';
import { invite } from './operations/invite.ts';
import { inviteClient } from './operations/invite-client.ts';
import { listAccounts } from './operations/list-accounts.ts';
import { listAuditLog } from './operations/list-audit-log.ts';
import { listBuiltRequests } from './operations/list-built-requests.ts';
import { listClientRelationships } from './operations/list-client-relationships.ts';
import { listErasures } from './operations/list-erasures.ts';
import { listFunnels } from './operations/list-funnels.ts';
import { listGrants } from './operations/list-grants.ts';
import { listIntegrations } from './operations/list-integrations.ts';
import { listInvitations } from './operations/list-invitations.ts';
import { listKeys } from './operations/list-keys.ts';
import { listMembers } from './operations/list-members.ts';
import { listRates } from './operations/list-rates.ts';
import { listSessions } from './operations/list-sessions.ts';
import { listSpendSources } from './operations/list-spend-sources.ts';
import { listUsers } from './operations/list-users.ts';
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts';
import { listWebhooks } from './operations/list-webhooks.ts';
import { openDemo } from './operations/open-demo.ts';
import { pauseIntegration } from './operations/pause-integration.ts';
import { previewErasure } from './operations/preview-erasure.ts';
import { previewSpend } from './operations/preview-spend.ts';
import { readInvitation } from './operations/read-invitation.ts';
import { redeemInvitation } from './operations/redeem-invitation.ts';
import { redeemReset } from './operations/redeem-reset.ts';
import { redeliverFailedWebhooks } from './operations/redeliver-failed-webhooks.ts';
import { redeliverWebhook } from './operations/redeliver-webhook.ts';
import { refreshBotNetworks } from './operations/refresh-bot-networks.ts';
import { removeAnnotation } from './operations/remove-annotation.ts';
import { removeBotRules } from './operations/remove-bot-rules.ts';
import { removeConversion } from './operations/remove-conversion.ts';
import { removeFunnel } from './operations/remove-funnel.ts';
import { removeIntegration } from './operations/remove-integration.ts';
import { removeMember } from './operations/remove-member.ts';
import { removeRates } from './operations/remove-rates.ts';
import { removeSegment } from './operations/remove-segment.ts';
import { removeSpend } from './operations/remove-spend.ts';
import { removeWebhook } from './operations/remove-webhook.ts';
import { restrictMember } from './operations/restrict-member.ts';
import { resumeIntegration } from './operations/resume-integration.ts';
import { revokeGrant } from './operations/revoke-grant.ts';
import { revokeKey } from './operations/revoke-key.ts';
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts';
import { saveFunnel } from './operations/save-funnel.ts';
import { setUp } from './operations/set-up.ts';
import { signIn } from './operations/sign-in.ts';
import { signOut } from './operations/sign-out.ts';
import { signOutEverywhere } from './operations/sign-out-everywhere.ts';
import { signUp } from './operations/sign-up.ts';
import { stepUp } from './operations/step-up.ts';
import { syncSpend } from './operations/sync-spend.ts';
import { testIntegration } from './operations/test-integration.ts';
import { testWebhook } from './operations/test-webhook.ts';
import { updateIntegration } from './operations/update-integration.ts';
import { updateProject } from './operations/update-project.ts';
import { updateWebhook } from './operations/update-webhook.ts';
import { withdrawInvitation } from './operations/withdraw-invitation.ts';

/** Every operation that only the dashboard API has, except for questions: those are in `questions.ts`. */
export const dashboardOperations: readonly DashboardOperation[] = [
  getSignInState,
  signIn,
  signOut,
  setUp,
  signUp,
  openDemo,
  readInvitation,
  redeemInvitation,
  redeemReset,
  getMe,
  getNotices,
  changeName,
  changePassword,
  stepUp,
  listSessions,
  endSession,
  signOutEverywhere,
  invite,
  listInvitations,
  withdrawInvitation,
  createReset,
  listKeys,
  createKey,
  revokeKey,
  listMembers,
  addMember,
  changeRole,
  removeMember,
  restrictMember,
  listUsers,
  createUser,
  disableUser,
  enableUser,
  deleteUser,
  listAccounts,
  createAccount,
  changeAccount,
  listClientRelationships,
  inviteClient,
  acceptClient,
  endClient,
  listAuditLog,
  createProject,
  getProjectSettings,
  updateProject,
  deleteProject,
  addAnnotation,
  changeAnnotation,
  removeAnnotation,
  addSegment,
  changeSegment,
  removeSegment,
  listFunnels,
  saveFunnel,
  removeFunnel,
  removeConversion,
  listIntegrations,
  connectIntegration,
  updateIntegration,
  testIntegration,
  pauseIntegration,
  resumeIntegration,
  removeIntegration,
  countEarlier,
  listBuiltRequests,
  askConsent,
  listSpendSources,
  previewSpend,
  importSpend,
  removeSpend,
  syncSpend,
  listRates,
  importRates,
  removeRates,
  listWebhooks,
  createWebhook,
  updateWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
  redeliverFailedWebhooks,
  addBotRules,
  removeBotRules,
  getBotNetworks,
  refreshBotNetworks,
  previewErasure,
  erasePerson,
  listErasures,
  beginAuthorization,
  allowAuthorization,
  denyAuthorization,
  listGrants,
  revokeGrant,
];
