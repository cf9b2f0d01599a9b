import { z } from 'zod'

/** Fields of a listed session that name it. */
export const Named = z.object({
  externalId: z.string().nullish(),
  metadata: z.looseObject({}).nullish(),
  title: z.string().nullish(),
  opening: z.string().nullish(),
})
