import { z } from 'zod'

const Fault = z
  .strictObject({
    path: z.string().describe('Path of the field, for example `messages[3].role`.'),
    expected: z.string(),
    received: z.string(),
  })
  .meta({ id: 'Fault', description: 'One invalid field of a request.' })
/** Every failure. */
export const ProblemReply = z
  .looseObject({
    type: z.string().describe('Link to the code in the API reference.'),
    title: z.string().describe('Short text, the same for every problem with this code.'),
    status: z.int().describe('HTTP status.'),
    detail: z.string().describe('The fault, its numbers, and the remedy.'),
    code: z.string().describe('Stable error code.'),
    errors: z.array(Fault),
  })
  .meta({
    id: 'Problem',
    description:
      'Problem document (RFC 9457). `code` is for programs, `detail` is for people, `errors` lists the faulty ' +
      'fields. Some codes add members with numbers or names.',
  })
