/** Reasons of the compressor, as a person reads them. */
const REASONS: Record<string, string> = {
  'nothing-to-compress': 'nothing is old enough to compress',
  'gain-too-small': 'it would free too little',
  'below-trigger': 'the conversation is below its trigger',
  'already-covered': 'another cut covered these messages meanwhile',
  'session-restored': 'a snapshot was restored meanwhile',
  'not-better': 'no summary was better than what is there',
  'session-active': 'new messages arrived meanwhile',
  'model-unavailable': 'the model does not answer',
  'summary-refused': 'the summaries failed their check',
  'source-changed': 'the messages changed meanwhile',
  'gave-up': 'every attempt failed',
  'validation-failed': 'the new context did not fit, so the old one stays',
}

/** Returns how a compression ended that did not complete. */
export function reasonText(status: string, reason: string): string {
  const text = REASONS[reason] ?? reason
  return `${status === 'failed' ? 'The compression failed' : 'Nothing was compressed'}: ${text}.`
}
