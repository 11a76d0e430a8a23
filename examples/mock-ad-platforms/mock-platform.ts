import type { Fault } from './fault.ts';
import type { Effect, MockAnswer, MockRequest, Purpose } from './mock-request.ts';
import type { Conversions } from './open-conversions.ts';
import type { SpendFigures } from './spend-figures.ts';

export type Operation = {
  readonly purpose: Purpose;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  handle(request: MockRequest, effect: Effect): MockAnswer;
};

export type MockPlatform = {
  readonly operations: readonly Operation[];
  /** Each documented error by its name. */
  readonly faults: Readonly<Record<string, Fault>>;
  readonly conversions: Conversions;
  readonly spend: SpendFigures;
  /** Makes the access token of a request expire. */
  expire(request: MockRequest): void;
  /** Forgets all that was sent; tokens stay valid. */
  forget(): void;
};
