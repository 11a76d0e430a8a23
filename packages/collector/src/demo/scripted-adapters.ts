import { AD_PLATFORMS, type AdPlatform, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type {
  AdPlatformAdapter,
  AnswerClass,
  PlatformAnswer,
  PlatformConnection,
} from '../ad-platforms/adapter.ts';
import { platformAnswer } from '../ad-platforms/exchange/platform-answer.ts';
import { PLATFORM_API_ADDRESSES, PLATFORM_API_VERSIONS } from '../ad-platforms/exchange/platform-apis.ts';
import { openAdapters } from '../ad-platforms/open-adapters.ts';
import { PLATFORM_WORDS, type WordsOfPlatform } from './platform-words.ts';
import type { Random } from './random.ts';
import { FIRST, LAST, type Scene, USUAL } from './scenes.ts';

type Script = {
  readonly random: Random;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** When the last scenes begin. */
  readonly lastFrom: number;
};

/**
 * Adapters that build what the platforms' own build, and answer by a script. None of them has an address to go to: what
 * would open a connection is replaced.
 */
export function scriptedAdapters(script: Script): Readonly<Record<AdPlatform, AdPlatformAdapter>> {
  const real = openAdapters({ addresses: PLATFORM_API_ADDRESSES, versions: PLATFORM_API_VERSIONS });
  const scripted = AD_PLATFORMS.map((platform) => [platform, scriptedAdapter(real[platform], script)]);
  return Object.fromEntries(scripted) as Record<AdPlatform, AdPlatformAdapter>;
}

const NO_CONNECTION: PlatformConnection = {
  account: '',
  loginAccount: null,
  accessToken: async () => '',
  credential: () => undefined,
};

function scriptedAdapter(real: AdPlatformAdapter, { random, now, lastFrom }: Script): AdPlatformAdapter {
  const { platform, problemOf, build, verify } = real;
  const words = PLATFORM_WORDS[platform];
  const taken = verify === undefined ? 'delivered' : 'accepted';
  const [first, last, usual] = [sayable(FIRST, words), sayable(LAST, words), sayable(USUAL, words)];
  const scenes = new Map<string, { readonly scene: Scene; attempts: number }>();

  function nextScene(): Scene {
    return (now() >= lastFrom ? last : first).shift() ?? random.pick(usual);
  }

  function answer(
    step: keyof WordsOfPlatform,
    said: AnswerClass,
    reference: string | null = null,
  ): PlatformAnswer {
    return platformAnswer(null, {
      class: said,
      ...words[step][said],
      reference,
      requestId: `demo-${random.suffix()}`,
      retryAfterMs: said === 'throttled' ? (now() >= lastFrom ? 12 * HOUR_MS : 5 * MINUTE_MS) : null,
    });
  }

  return {
    platform,
    problemOf,
    build,
    connect: () => NO_CONNECTION,
    async send({ key }) {
      const played = scenes.get(key) ?? { scene: nextScene(), attempts: 0 };
      scenes.set(key, played);
      const { sent } = played.scene;
      const said = sent[Math.min(played.attempts, sent.length - 1)] ?? 'taken';
      played.attempts += 1;
      if (said !== 'taken') return answer('sent', said);
      return answer('sent', taken, verify === undefined ? null : key);
    },
    ...(verify && {
      verify: async (reference) =>
        answer('verdict', scenes.get(reference)?.scene.verdict ?? 'delivered', reference),
    }),
    test: async () => ({ ok: true, checks: [] }),
  };
}

/** The scenes of which a platform has words for all: one that tells no verdict later cannot play a scene with one. */
function sayable<Kind extends Scene>(scenes: readonly Kind[], words: WordsOfPlatform): Kind[] {
  return scenes.filter(
    ({ sent, verdict }) =>
      sent.every((said) => said === 'taken' || said in words.sent) &&
      (verdict === undefined || verdict in words.verdict),
  );
}
