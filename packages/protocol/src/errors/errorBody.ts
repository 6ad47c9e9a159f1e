import * as z from 'zod/mini'

/** Body of every HTTP error. `field` names the request field, or the layer: `authentication`, `origin`, `transport`. */
export const errorBodySchema = z.object({
  status: z.literal('FAILED'),
  code: z.string(),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
})

/** Body of every HTTP error. */
export type ErrorBody = z.infer<typeof errorBodySchema>
