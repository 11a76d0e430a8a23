import type { McpHttpHandler } from '@modelcontextprotocol/server';

/**
 * The requests of agents that are being answered. One of them may be a stream that somebody listens to, which never
 * ends by itself.
 */
export class UnderWay {
  readonly #handlers = new Set<McpHttpHandler>();

  async run(handler: McpHttpHandler, answer: () => Promise<void>): Promise<void> {
    this.#handlers.add(handler);
    try {
      await answer();
    } finally {
      this.#handlers.delete(handler);
    }
  }

  /** Ends them. */
  async close(): Promise<void> {
    await Promise.all([...this.#handlers].map((handler) => handler.close()));
  }
}
