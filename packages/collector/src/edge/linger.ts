import type { Socket } from 'node:net';
import { RequestGate } from './request-gate.ts';

/**
 * Has a connection linger whose client is answered while it still sends its body. Node closes it, and the system resets what
 * is closed with bytes unread: the client, or the proxy before us, fails to write and never looks for the answer
 * (https://www.rfc-editor.org/rfc/rfc9112#section-9.6). So only our side is ended, and what comes is dropped until the
 * client has ended its own, or has had its time for a request.
 */
export function lingerWhereUnread(socket: Socket): void {
  const close = socket.destroySoon;
  socket.destroySoon = () => {
    if (RequestGate.of(socket)?.hasAnsweredEarly() === true) socket.end();
    else close.call(socket);
  };
}
