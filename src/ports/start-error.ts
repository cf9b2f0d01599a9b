/** A cause of a failed start that the operator can remove. The message is one sentence with the remedy; no stack trace
 * helps. */
export class StartError extends Error {}
