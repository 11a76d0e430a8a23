/**
 * What runs of Node's `node:http`. An import of that module asks for each name that it has, WebSocket among them, for
 * which Node loads its client for `fetch`: 5 MB and 50 ms of processor time in each thread.
 */
export const { Agent, createServer, request, ServerResponse } = process.getBuiltinModule('node:http');
