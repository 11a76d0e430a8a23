import { once } from 'node:events';
import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A connection on which bytes go out as they are: half a request, or a hundred at once. */
export type RawConnection = {
  write(bytes: string): void;
  /** Sends nothing more, and goes on to read. */
  end(): void;
  /** The next answers, in the order of their requests. Fails when the connection ends before they are whole. */
  answers(count: number): Promise<RawAnswer[]>;
  answer(): Promise<RawAnswer>;
  /** Resolves, once the other side has closed, with what no `answer` had taken when this was asked. */
  readonly closed: Promise<string>;
  destroy(): void;
};

export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  let isClosed = false;
  let wake = () => {};
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
    wake();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      resolve();
      wake();
    });
  });

  async function answers(count: number): Promise<RawAnswer[]> {
    const taken: RawAnswer[] = [];
    while (taken.length < count) {
      const first = firstAnswer(received);
      if (first !== null) {
        received = received.slice(first.length);
        taken.push(first.answer);
      } else if (isClosed) throw new Error(`Closed after ${taken.length} of ${count} answers`);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    return taken;
  }

  return {
    write: (bytes) => void socket.write(bytes),
    end: () => void socket.end(),
    answers,
    answer: async () => (await answers(1))[0] as RawAnswer,
    // Read when asked: an answer that came together with the close may still be untaken when it resolves.
    get closed() {
      return closed.then(() => received);
    },
    destroy: () => void socket.destroy(),
  };
}

function firstAnswer(text: string): { answer: RawAnswer; length: number } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < length) return null;
  const body = text.slice(end + 4, length);
  return { answer: { status: Number(statusLine.split(' ')[1]), headers, body }, length };
}

/** The bytes of a request. */
export function requestBytes(
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'localhost', ...headers, ...length });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
