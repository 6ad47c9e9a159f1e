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
  addresses: z.record(
    z.string(),
    z.object({
      address: z.string(),
      created_at: z.nullable(z.string()),
      /**
       * Whether the name stands for it on every network of Ethereum's family that has no address of its own here: it was proved by a key, and a
       * key's account is the same everywhere; a contract's is not. Left out where the name's own registry does not say (ENS).
       */
      everywhere: z.optional(z.boolean()),
    }),
  ),
})

/** A name and the addresses it stands for. */
export type Name = z.infer<typeof nameSchema>

const nameParams = z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) })

/** Whom a name stands for: this server's own names, and those of the configured ENS registry. */
export const getProfileAccount = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  summary: 'Whom a name stands for',
  tag: 'Names',
  project: 'none',
  params: nameParams,
  query: z.object({
    /** With 2 an unknown name is answered with an empty list instead of 404. */
    apiVersion: z.optional(z.string()),
  }),
  response: z.union([nameSchema, z.array(nameSchema).check(z.maxLength(0))]),
  errors: ['name_not_found', 'name_resolve_failed'],
})

/** This server's names of an address, oldest first, 20 at most. */
export const getProfileReverse = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/reverse/{address}',
  summary: 'Names of an address',
  tag: 'Names',
  project: 'none',
  params: z.object({
    /** In any letter case; alone, or with its network (CAIP-10). */
    address: z.string().check(z.maxLength(64)),
  }),
  query: z.object({ sender: z.optional(z.string()), apiVersion: z.optional(z.string()) }),
  response: z.array(nameSchema),
  errors: ['malformed_address'],
})

/** A name that somebody may have or has. */
export const nameSuggestionSchema = z.object({
  /** With its zone. */
  name: z.string(),
  /** True where it cannot be had: somebody has it, or it is no name, reserved, or like one that somebody has. */
  registered: z.boolean(),
})

/** A name that somebody may have or has. */
export type NameSuggestion = z.infer<typeof nameSuggestionSchema>

/** The very name first, then up to four like it that nobody has. */
export const getNameSuggestions = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  summary: 'Names like one',
  tag: 'Names',
  project: 'none',
  /** A label, or a whole name. */
  params: nameParams,
  query: z.object({ /** The server's own where left out. */ zone: z.optional(z.string()) }),
  response: z.object({ suggestions: z.array(nameSuggestionSchema) }),
  errors: ['name_invalid', 'names_unavailable'],
})

/** What somebody signed about a name. */
const envelope = {
  /** The exact text that was signed (EIP-191): `createNameMessage`, `createNameAddressMessage`. */
  message: z.string().check(z.minLength(2), z.maxLength(65_536)),
  /** Over `message`; ERC-1271 and ERC-6492 count. */
  signature: z.string().check(z.regex(/^0x(?:[0-9a-f]{2}){31,8192}$/i, '0x and at least 62 hexadecimal digits')),
  /** The coin type (ENSIP-11) under which the name stands for `address`. 2147483649 is taken for 60. */
  coin_type: z.number(),
  /** Who signed, EIP-55: any other letter case is refused. Alone, or with a network (CAIP-10): the coin type alone says which counts. */
  address: z.string().check(z.maxLength(64)),
}

/** Of the longest message, each of its signs escaped, and two signatures. */
const envelopeBytes = 196_608

const signedErrors = [
  'malformed_address',
  'coin_type_invalid',
  'invalid_chain_id',
  'name_message_invalid',
  'name_message_expired',
  'name_message_used',
  'name_attributes_invalid',
  'signature_invalid',
  'unsupported_chain',
  'upstream_unavailable',
  'names_unavailable',
] as const

/** Registers a name for who signed. Without a project the limit of names for one address counts those of all projects. */
export const registerName = defineEndpoint({
  method: 'POST',
  path: '/v1/profile/account',
  summary: 'Register a name',
  tag: 'Names',
  project: 'optional',
  body: z.object(envelope),
  bodyBytes: envelopeBytes,
  response: nameSchema,
  errors: ['name_invalid', 'name_reserved', 'name_taken', 'name_confusable', 'name_limit', ...signedErrors],
})

/** Sets texts of a name; an empty one is taken away. Signed by the name's owner. */
export const setNameAttributes = defineEndpoint({
  method: 'POST',
  path: '/v1/profile/account/{name}/attributes',
  summary: 'Set texts of a name',
  tag: 'Names',
  project: 'optional',
  params: nameParams,
  body: z.object(envelope),
  bodyBytes: envelopeBytes,
  response: z.pick(nameSchema, { name: true, updated_at: true, attributes: true }),
  errors: ['name_not_found', 'name_not_owned', 'name_message_mismatch', ...signedErrors],
})

/**
 * Gives a name an address under another coin type, or another address. Who signs is the address; where that is not the name's owner,
 * `owner` is the owner's word on the same message. Another address under the coin type of the owner passes the name on: it stands for nobody else from then on.
 */
export const setNameAddress = defineEndpoint({
  method: 'POST',
  path: '/v1/profile/account/{name}/address',
  summary: 'Give a name an address',
  tag: 'Names',
  project: 'optional',
  params: nameParams,
  body: z.object({
    ...envelope,
    owner: z.optional(z.object({ signature: envelope.signature })),
  }),
  bodyBytes: envelopeBytes,
  response: z.pick(nameSchema, { name: true, updated_at: true, attributes: true, addresses: true }),
  errors: ['name_not_found', 'name_not_owned', 'name_limit', 'name_message_mismatch', ...signedErrors],
})
