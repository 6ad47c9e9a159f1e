import * as z from 'zod/mini'

/** The body of every refusal over HTTP. `field` names the request field, or the layer: `authentication`, `origin`, `transport`. */
export const errorBodySchema = z.object({
  status: z.literal('FAILED'),
  code: z.string(),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
})

/** The body of every refusal over HTTP. */
export type ErrorBody = z.infer<typeof errorBodySchema>
