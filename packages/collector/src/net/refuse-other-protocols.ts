import type { ClientRequest } from 'node:http';

/** By which `failureOf` knows it. */
export const PROTOCOL_SWITCHED = 'PROTOCOL_SWITCHED';

/** A server goes over to another protocol (101), which no request of ours asks for. */
class ProtocolSwitched extends Error {
  override readonly name = 'ProtocolSwitched';
  readonly code = PROTOCOL_SWITCHED;
}

/**
 * Tells of an answer that goes over to another protocol. Without this, Node closes the connection and tells of neither an
 * answer nor an error: who waits for one of these waits for ever.
 */
export function refuseOtherProtocols(request: ClientRequest, refused: (error: Error) => void): void {
  request.once('upgrade', (_, socket) => {
    socket.destroy();
    refused(new ProtocolSwitched('The server switches protocols'));
  });
}
