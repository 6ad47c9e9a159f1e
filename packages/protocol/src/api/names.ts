import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A name and the addresses it stands for. */
export const nameSchema = z.object({
  /** Normalised (ENSIP-15). */
  name: z.string(),
  /** ISO 8601; null where the name's own registry does not say. */
  registered_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  /** Texts that the owner set, for example `avatar`. */
  attributes: z.record(z.string(), z.string()),
  /** By coin type (ENSIP-11) as decimal text: 60, or 0x80000000 | chain id. */
  addresses: z.record(z.string(), z.object({ address: z.string(), created_at: z.nullable(z.string()) })),
})

/** A name and the addresses it stands for. */
export type Name = z.infer<typeof nameSchema>

/** Whom a name stands for: this server's own names, and those of the configured ENS registry. */
export const getProfileAccount = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  summary: 'Whom a name stands for',
  tag: 'Names',
  project: 'none',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
  query: z.object({
    /** With 2 an unknown name is answered with an empty list instead of 404. */
    apiVersion: z.optional(z.string()),
  }),
  response: z.union([nameSchema, z.array(nameSchema).check(z.maxLength(0))]),
  errors: ['name_not_found', 'name_resolve_failed'],
})
