import type { Fault } from './fault.ts';
import type { MockAnswer, PlatformName, Purpose } from './mock-request.ts';
import { seededRandom } from './seeded-random.ts';

/** Which fault the next requests meet: one of the platform by name, or any answer. */
export type ScriptedFault = {
  readonly platform: PlatformName;
  readonly fault?: string;
  readonly answer?: MockAnswer;
  /** `send` for an answer, else what the fault is for. */
  readonly purpose?: Purpose;
  /** How many requests; 1 without it. */
  readonly times?: number;
  /** How many requests go well before; 0 without it. */
  readonly after?: number;
  /** Which conversion of the request, where the platform tells of each. 0 without it. */
  readonly index?: number;
};

/** A share of all requests fails, always the same ones for a seed. */
export type RandomFaults = {
  /** From 0 to 1. */
  readonly share: number;
  readonly seed: number;
  /** Names of the faults; those that a client must survive by repeating without them. */
  readonly faults?: readonly string[];
  readonly platform?: PlatformName;
};

type Waiting = {
  readonly platform: PlatformName;
  readonly fault: Fault;
  /** Requests that go well before, and those that meet it. */
  spared: number;
  left: number;
};

export type Faults = {
  /** Throws a `RangeError` that names what is wrong with the script. */
  script(fault: ScriptedFault): void;
  atRandom(faults: RandomFaults | null): void;
  /** The fault that a request meets; null for most. */
  meet(platform: PlatformName, purpose: Purpose): Fault | null;
  /** The next request meets a fault that changed nothing. */
  postpone(platform: PlatformName, fault: Fault): void;
  clear(): void;
};

type Catalogues = Readonly<Record<PlatformName, Readonly<Record<string, Fault>>>>;

/** What is to go wrong next. `catalogues` has the faults of each platform by name. */
export function openFaults(catalogues: Catalogues): Faults {
  let waiting: Waiting[] = [];
  let random: (RandomFaults & { draw(): number }) | null = null;
  return {
    script(scripted) {
      waiting.push({
        platform: scripted.platform,
        fault: faultOf(scripted, catalogues),
        spared: scripted.after ?? 0,
        left: scripted.times ?? 1,
      });
    },
    atRandom(faults) {
      for (const name of faults?.faults ?? []) {
        const known = Object.values(catalogues).some((catalogue) => name in catalogue);
        if (!known) throw new RangeError(`faults: no platform has "${name}".`);
      }
      random = faults === null ? null : { ...faults, draw: seededRandom(faults.seed) };
    },
    meet(platform, purpose) {
      const next = waiting.find((one) => one.platform === platform && one.fault.purpose === purpose);
      if (next !== undefined) {
        if (next.spared > 0) {
          next.spared -= 1;
          return null;
        }
        next.left -= 1;
        if (next.left <= 0) waiting = waiting.filter((one) => one !== next);
        return next.fault;
      }
      if (random === null || (random.platform ?? platform) !== platform) return null;
      if (random.draw() >= random.share) return null;
      const { faults } = random;
      const candidates = Object.entries(catalogues[platform]).filter(([name, fault]) =>
        faults === undefined
          ? fault.purpose === purpose && isSurvivable(fault)
          : fault.purpose === purpose && faults.includes(name),
      );
      return candidates[Math.floor(random.draw() * candidates.length)]?.[1] ?? null;
    },
    postpone: (platform, fault) => void waiting.unshift({ platform, fault, spared: 0, left: 1 }),
    clear() {
      waiting = [];
      random = null;
    },
  };
}

/**
 * A client that repeats its request in the end brings its conversion through. One that hangs takes a client's time, and
 * many blocks of hours take longer than a platform accepts a conversion.
 */
function isSurvivable({ means, connection, isLong = false }: Fault): boolean {
  return (means === 'transient' || means === 'throttled') && connection !== 'hang' && !isLong;
}

function faultOf(scripted: ScriptedFault, catalogues: Catalogues): Fault {
  const catalogue = catalogues[scripted.platform];
  if (catalogue === undefined) throw new RangeError(`platform: there is no "${scripted.platform}".`);
  if (scripted.answer !== undefined)
    return { purpose: scripted.purpose ?? 'send', means: 'unknown', answer: scripted.answer };
  const fault = catalogue[scripted.fault ?? ''];
  if (fault === undefined)
    throw new RangeError(
      `fault: ${scripted.platform} has no "${scripted.fault}". It has: ${Object.keys(catalogue).join(', ')}.`,
    );
  return {
    ...fault,
    purpose: scripted.purpose ?? fault.purpose,
    ...(fault.effect === undefined ? {} : { effect: { ...fault.effect, index: scripted.index ?? 0 } }),
  };
}
