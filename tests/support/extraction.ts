import { anchorsIn } from '../../src/domain/anchors/anchors.js'
import { readPassages } from '../../src/domain/source/reading.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { extractionOf, type ExtractionSource } from '../../src/domain/summary/extractive.js'

/** Returns messages with their anchors, prepared for an extractive checkpoint. */
export function extractionSource(source: readonly SourceMessage[]): ExtractionSource {
  const passages = readPassages(source)
  return extractionOf(passages, anchorsIn(passages))
}
