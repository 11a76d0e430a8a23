/** What the bench measures, and programs that classify traffic of their own. */
export type { ClientHints } from '../clients/client.ts';
export { parseClient } from '../clients/parse-client.ts';
export { createPrefixSet, parsePrefix } from '../net/networks.ts';
export { type Action, Behaviour } from './behaviour/behaviour.ts';

export {
  BOT_SCORE,
  type BotEvidence,
  type Classification,
  type NamedBot,
  REASON_SCORES,
  type Reason,
} from './evidence.ts';
export { openNetworks } from './networks/known-networks.ts';
export { shippedNetworks } from './networks/network-file.ts';
export {
  createRequestClassifier,
  createTrafficClassifier,
  type RequestClassifier,
  type TrafficClassifier,
  type TrafficSample,
} from './traffic-classifier.ts';
export { classifyUserAgent } from './user-agent.ts';
