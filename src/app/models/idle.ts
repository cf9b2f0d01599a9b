/** Time without a message after which a session is idle, in ms. Model servers unload a model after five minutes, and the prompt cache with it:
 * from then on, calls of our own cost the conversation nothing. [P12] */
export const IDLE_MS = 300_000
