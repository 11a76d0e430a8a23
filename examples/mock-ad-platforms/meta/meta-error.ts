import type { MockAnswer } from '../mock-request.ts';

type GraphError = {
  readonly code: number;
  readonly subcode?: number;
  readonly message?: string;
  readonly title?: string;
  readonly status?: number;
  readonly type?: string;
  readonly isTransient?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
};

let traced = 0;

/** By what Meta's support finds a request. */
export function newTrace(): string {
  traced += 1;
  return `Amock${String(traced).padStart(8, '0')}`;
}

/** An error as the Graph API tells it (developers.facebook.com/docs/graph-api/guides/error-handling). */
export function metaError(error: GraphError): MockAnswer {
  const { code, subcode, title, isTransient = false, type = 'OAuthException' } = error;
  return {
    status: error.status ?? 400,
    ...(error.headers === undefined ? {} : { headers: error.headers }),
    body: {
      error: {
        message: error.message ?? 'Invalid parameter',
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        is_transient: isTransient,
        ...(title === undefined ? {} : { error_user_title: title, error_user_msg: `${title}.` }),
        fbtrace_id: newTrace(),
      },
    },
  };
}

/** There is no object with this id, or the token may not see it, which is told alike. */
export function missing(id: string): MockAnswer {
  return metaError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  });
}
