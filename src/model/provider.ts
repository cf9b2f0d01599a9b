import type { ListedModel, Model } from '../ports/ports.js'

/** What differs between providers beside the port: how the daemon opens one, and what the commands say about its server. */
export interface Provider {
  /** Name for people. */
  readonly title: string
  /** Value of `gen_ai.provider.name` in traces. */
  readonly traceName: string
  readonly advice: {
    /** What to do if the server does not answer. */
    start: string
    /** What to do if the server refuses with a status. */
    refused(status: number): string
    /** What to do if a model's window is unknown; null: its server reports windows. */
    unknownWindow: string | null
    /** How to get a model. */
    add(model: string): string
    /** A model that writes good summaries. */
    suggestedModel: string
  }
  /** @param limits calls at a time, and the time limit of one */
  open(limits: { concurrency: number; timeoutMs: number }): Model
  /** Returns the models of the server. Throws Refusal for an error response, and any other error if it does not answer:
   * commands report the reason, which the port leaves out. */
  list(signal: AbortSignal): Promise<ListedModel[]>
}
