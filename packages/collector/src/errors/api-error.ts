import { ERROR_CODES, type ErrorCode } from '@cvq/contract';

/** A failure of the read API that the caller is told. Its status follows from its code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}
