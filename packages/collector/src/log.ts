import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'key',
  'user_data',
  '*.authorization',
  '*.cookie',
  '*.token',
  '*.key',
  '*.user_data',
];

/** JSON lines on stderr, so that stdout belongs to what a command prints; or to another place. */
export function createLog(level: string, to: DestinationStream = destination(2)): Log {
  return pino({ level, redact: { paths: SECRET_FIELDS, censor: '[redacted]' } }, to);
}

/** A request's address without its query, which may hold a credential or a visitor's data. */
export function loggablePath(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
