import type { operations } from '../generated/api.js'

/** A message format of the API. */
export type Format = NonNullable<NonNullable<operations['readContext']['parameters']['query']>['format']>
