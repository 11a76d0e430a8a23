import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiErrorBody, TrackErrorBody } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import { isTrackPath, toApiResponse } from '../errors/error-response.ts';
import { addressIn, RequestGate } from './request-gate.ts';

/** How Node's parser says what is wrong. */
export type BrokenRequest = { readonly code?: string; readonly rawPacket?: Buffer };
type Refusal = { readonly status: string; readonly body: TrackErrorBody | ApiErrorBody };

const NOT_HTTP = { status: '400 Bad Request', error: 'The request is not valid HTTP.' };
/** What can be wrong before a request is whole: by Node's code for it, and one of ours. */
const BROKEN: Readonly<Record<string, { status: string; error: string }>> = {
  LACKS_HOST: {
    status: '400 Bad Request',
    error: 'The request is not valid HTTP: it has no Host header, which a proxy has to pass on.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request took too long to arrive.',
  },
};

/** In the envelope of the API that was asked. The codes of the read API have neither a 408 nor a 431. */
export function brokenRefusal({ code = '' }: BrokenRequest, path: string | null, baseUrl: string): Refusal {
  const { status, error } = BROKEN[code] ?? NOT_HTTP;
  if (path === null || isTrackPath(path)) return { status, body: { success: false, error } };
  return {
    status: NOT_HTTP.status,
    body: toApiResponse(new ApiError('invalid_request', error), baseUrl).body,
  };
}

/** The path of a request that Node's parser refused, as far as it can be told. */
export function pathOfBroken({ rawPacket }: BrokenRequest, socket: Duplex): string | null {
  const isBeingRead = RequestGate.of(socket)?.addressBeingRead() ?? null;
  return isBeingRead ?? addressIn(rawPacket?.toString('latin1', 0, 512) ?? '');
}

/** Sends a refusal, and closes the connection after it. */
export function refuseRequest(response: ServerResponse, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(Number.parseInt(status, 10), {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}

/** What Node's parser refuses never reaches a route. */
export function refuseOnSocket(socket: Duplex, { status, body }: Refusal, requestId: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${text}`,
  );
}
