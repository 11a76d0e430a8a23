import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput, stderrWithoutWaiting } from './log-output.ts';

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
export function createLog(level: string, to: DestinationStream = standardError()): Log {
  return pino({ level, redact: { paths: SECRET_FIELDS, censor: '[redacted]' } }, to);
}

function standardError(): DestinationStream {
  const output = new LogOutput(stderrWithoutWaiting(), {
    onLost: (lines, cause) =>
      createLog('error', output).error(
        { lines, err: cause },
        'The log could not be written, and lines of it are lost',
      ),
  });
  return output;
}

/** A request's address without its query, which may hold a credential or a visitor's data. */
export function loggablePath(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
