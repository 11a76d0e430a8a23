import { AD_PLATFORMS, type AdPlatform, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type {
  AdPlatformAdapter,
  AnswerClass,
  PlatformAnswer,
  PlatformConnection,
} from '../ad-platforms/adapter.ts';
import { PLATFORM_API_ADDRESSES, PLATFORM_API_VERSIONS } from '../ad-platforms/exchange/platform-apis.ts';
import { openAdapters } from '../ad-platforms/open-adapters.ts';
import type { Random } from './random.ts';
import { FIRST, LAST, type Scene, USUAL } from './scenes.ts';

type Script = {
  readonly random: Random;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** When the last scenes begin. */
  readonly lastFrom: number;
};

/** The words of each kind of answer, as the platforms have them. */
const WORDS: Readonly<Partial<Record<AnswerClass, Pick<PlatformAnswer, 'httpStatus' | 'code' | 'message'>>>> =
  {
    transient: { httpStatus: 503, code: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
    throttled: {
      httpStatus: 429,
      code: 'RESOURCE_EXHAUSTED',
      message: 'Quota exceeded for requests per minute.',
    },
    too_early: { httpStatus: 400, code: 'TOO_RECENT_EVENT', message: 'The click is too recent to be known.' },
    invalid: { httpStatus: 400, code: 'INVALID_EVENT', message: 'The event is not valid.' },
    expired: {
      httpStatus: 400,
      code: 'EVENT_TOO_OLD',
      message: 'The event is older than the platform takes.',
    },
  };
/** The words of each platform where an account or a conversion action is not as it should be. */
const NOT_SET_UP: Readonly<Record<AdPlatform, Pick<PlatformAnswer, 'httpStatus' | 'code' | 'message'>>> = {
  google_ads: {
    httpStatus: 403,
    code: 'INVALID_DESTINATION',
    message: 'The conversion action does not exist.',
  },
  meta_ads: {
    httpStatus: 400,
    code: '100/33',
    message: 'Unsupported post request. The object does not exist, or cannot be loaded.',
  },
  microsoft_ads: {
    httpStatus: 400,
    code: 'UserIsNotAuthorized',
    message: 'The user does not represent a user with access to the account.',
  },
};
const FINE = { httpStatus: 200, code: null, message: null } as const;

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
  const scenes = new Map<string, { readonly scene: Scene; attempts: number }>();
  let began = 0;
  let begunLast = 0;

  function nextScene(): Scene {
    if (now() >= lastFrom) return LAST[begunLast++] ?? random.pick(USUAL);
    return FIRST[began++] ?? random.pick(USUAL);
  }

  function wordsOf(said: AnswerClass) {
    return said === 'config' ? NOT_SET_UP[platform] : (WORDS[said] ?? FINE);
  }

  function answer(said: AnswerClass, reference: string | null = null): PlatformAnswer {
    return {
      ...{ class: said, ...wordsOf(said), isOutcomeKnown: true, field: null, leaveOut: null },
      retryAfterMs: said === 'throttled' ? (now() >= lastFrom ? 12 * HOUR_MS : 5 * MINUTE_MS) : null,
      ...{ reference, requestId: `demo-${random.suffix()}`, response: null },
    };
  }

  return {
    ...{ platform, problemOf, build },
    connect: () => NO_CONNECTION,
    async send({ key }) {
      const played = scenes.get(key) ?? { scene: nextScene(), attempts: 0 };
      scenes.set(key, played);
      const { sent } = played.scene;
      const said = sent[Math.min(played.attempts, sent.length - 1)] ?? 'taken';
      played.attempts += 1;
      if (said !== 'taken') return answer(said);
      return verify === undefined ? answer('delivered') : answer('accepted', key);
    },
    ...(verify && {
      verify: async (reference) => answer(scenes.get(reference)?.scene.verdict ?? 'delivered'),
    }),
    test: async () => ({ ok: true, checks: [] }),
  };
}
