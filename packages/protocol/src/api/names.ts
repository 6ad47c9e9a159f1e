import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** A name and its addresses. */
export const nameSchema = z.object({
  /** Normalized (ENSIP-15). */
  name: z.string(),
  /** ISO 8601; null if the name's own registry does not report it. */
  registered_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  /** Text records of the owner, for example `avatar`. */
  attributes: z.record(z.string(), z.string()),
  /** By coin type (ENSIP-11) as decimal text: 60, or 0x80000000 | chain id. */
  addresses: z.record(
    z.string(),
    z.object({
      address: z.string(),
      created_at: z.nullable(z.string()),
      /**
       * Whether the name resolves to this address on every EVM network without an address here. True if a key proved the address, because the
       * account of a key is the same on all networks, and the account of a contract is not. Absent if the name's registry does not report it (ENS).
       */
      everywhere: z.optional(z.boolean()),
    }),
  ),
})

/** A name and its addresses. */
export type Name = z.infer<typeof nameSchema>

const nameParams = z.object({ name: z.string().check(z.minLength(1), z.maxLength(255)) })

/** Resolves a name: this server's own names, and those of the configured ENS registry. */
export const getProfileAccount = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/account/{name}',
  summary: 'Account of a name',
  tag: 'Names',
  project: 'none',
  params: nameParams,
  query: z.object({
    /** With 2, an unknown name returns an empty list instead of 404. */
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

/** A name that is free or taken. */
export const nameSuggestionSchema = z.object({
  /** With its zone. */
  name: z.string(),
  /** True if it cannot be registered: it is taken, invalid, reserved, or confusable with a taken one. */
  registered: z.boolean(),
})

/** A name that is free or taken. */
export type NameSuggestion = z.infer<typeof nameSuggestionSchema>

/** The requested name first, then up to four similar free ones. */
export const getNameSuggestions = defineEndpoint({
  method: 'GET',
  path: '/v1/profile/suggestions/{name}',
  summary: 'Names like one',
  tag: 'Names',
  project: 'none',
  /** A label, or a whole name. */
  params: nameParams,
  query: z.object({ /** The server's own by default. */ zone: z.optional(z.string()) }),
  response: z.object({ suggestions: z.array(nameSuggestionSchema) }),
  errors: ['name_invalid', 'names_unavailable'],
})

/** A signed change of a name. */
const envelope = {
  /** The exact signed text (EIP-191): `createNameMessage`, `createNameAddressMessage`. */
  message: z.string().check(z.minLength(2), z.maxLength(65_536)),
  /** Over `message`. ERC-1271 and ERC-6492 are supported. */
  signature: z.string().check(z.regex(/^0x(?:[0-9a-f]{2}){31,8192}$/i, '0x and at least 62 hexadecimal digits')),
  /** The coin type (ENSIP-11) under which the name resolves to `address`. 2147483649 is read as 60. */
  coin_type: z.number(),
  /** Signer as EIP-55; any other letter case is refused. Alone, or with a network (CAIP-10), which is ignored in favor of the coin type. */
  address: z.string().check(z.maxLength(64)),
}

/** Size of the longest message with every character escaped, and two signatures. */
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

/** Registers a name for the signer. Without a project, the limit of names per address counts all projects. */
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

/** Sets text records of a name; an empty one is removed. Signed by the name's owner. */
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
 * Sets the address of a name under a coin type. The signer is the address. If the signer is not the name's owner, `owner` has the
 * owner's signature of the same message. Another address under the owner's coin type transfers the name, which then resolves to no other
 * address.
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
