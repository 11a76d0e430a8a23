/** What the bench measures, and programs that judge traffic of their own. */
export type { ClientHints } from '../clients/client.ts';
export { parseClient } from '../clients/parse-client.ts';
export { parsePrefix } from '../net/parse-prefix.ts';
export { createPrefixSet } from '../net/prefix-set.ts';
export { type Behaviour, type Deed, watchBehaviour } from './behaviour/watch-behaviour.ts';
export { type Classify, createClassifier } from './classify.ts';
export { BOT_SCORE, type Evidence, REASON_SCORES, type Reason } from './evidence.ts';
export { createJudge, type Judge, type Sighting } from './judge.ts';
export { judgeUserAgent } from './judge-user-agent.ts';
export { openNetworks } from './networks/known-networks.ts';
export { shippedNetworks } from './networks/network-file.ts';
export type { Named, Verdict } from './verdict.ts';
