import * as z from 'zod/mini'
import { isAccountId } from '../caip/accountId.ts'
import { isEvmAddress } from '../caip/address.ts'
import { chainIdSchema } from '../caip/schemas.ts'
import { permissionPolicySchema, permissionSignerSchema, permissionsSchema } from '../smartAccount/permissions.ts'
import { defineEndpoint } from './endpoint.ts'

const hexSchema = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i), z.maxLength(20_000))
const unixSeconds = z.number().check(z.int(), z.gte(0))
const pciSchema = z.uuid()
/** CAIP-10, or a plain address on the chain of the permission or the query. */
const params = z.object({
  address: z
    .string()
    .check(
      z.refine(
        (value) => isEvmAddress(value) || isAccountId(value),
        'Expected an account such as eip155:1:0x…, or an address: 0x and 40 hexadecimal digits',
      ),
    ),
})
const query = z.object({ chainId: z.optional(chainIdSchema) })

/** A permission in the form of a list. */
export const sessionSchema = z.object({
  /** The app that requested it. */
  project: z.object({ id: z.string(), name: z.string(), url: z.nullable(z.string()), iconUrl: z.nullable(z.string()) }),
  /** ID of the permission. */
  pci: z.string(),
  /** CAIP-10 of the account. */
  account: z.string(),
  /** Unix seconds. */
  expiry: unixSeconds,
  createdAt: unixSeconds,
  signer: permissionSignerSchema,
  permissions: permissionsSchema,
  policies: z.array(permissionPolicySchema),
  /** Context that the app sends with each call. */
  context: hexSchema,
  /** Unix seconds; null: not revoked. From the chain, if the server can read it. */
  revokedAt: z.nullable(unixSeconds),
  /** Used part of each spending limit in the current period, base units; null: the chain did not answer. */
  usage: z.nullable(
    z.array(
      z.object({ token: z.string(), limit: z.string(), used: z.string(), periodEndsAt: z.nullable(unixSeconds) }),
    ),
  ),
})

/** A permission in the form of a list. */
export type SmartSession = z.infer<typeof sessionSchema>

/** The permissions of an account: active, expired and revoked, newest first. */
export const getSessions = defineEndpoint({
  method: 'GET',
  path: '/v1/sessions/{address}',
  summary: 'Sessions of a smart account',
  tag: 'Sessions',
  project: 'required',
  params,
  query,
  response: z.object({ pcis: z.array(sessionSchema) }),
  errors: ['malformed_address', 'unsupported_chain'],
})

/** Context that the app of a permission sends with each call. The list also has it. */
export const getSessionContext = defineEndpoint({
  method: 'GET',
  path: '/v1/sessions/{address}/getcontext',
  summary: 'What an app shows of its session with each call',
  tag: 'Sessions',
  project: 'required',
  params,
  query: z.object({ pci: pciSchema, chainId: z.optional(chainIdSchema) }),
  response: z.object({ context: hexSchema }),
  errors: ['malformed_address', 'unsupported_chain', 'session_unknown'],
})

/** Prepares a permission: the server creates the key that will sign together with the app's. The permission is not active yet. */
export const createSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}',
  summary: 'Prepare a session',
  tag: 'Sessions',
  project: 'required',
  params,
  query,
  body: z.object({
    expiry: unixSeconds,
    signer: permissionSignerSchema,
    permissions: permissionsSchema,
    policies: z._default(z.array(permissionPolicySchema).check(z.maxLength(0)), []),
    /** ISO 8601; at most five minutes old. */
    issuedAt: z.iso.datetime(),
    /** Over `createSessionMessage`. ERC-1271 and ERC-6492 are supported. */
    signature: hexSchema,
  }),
  response: z.object({
    pci: z.string(),
    /** The server's key: SEC 1, uncompressed. */
    key: z.object({ type: z.literal('secp256k1'), publicKey: hexSchema }),
  }),
  errors: ['malformed_address', 'unsupported_chain', 'signature_invalid', 'permissions_invalid'],
})

/** Notifies the server that the permission is on the chain. The server checks it there. */
export const activateSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}/activate',
  summary: 'Activate a session',
  tag: 'Sessions',
  project: 'required',
  params,
  query,
  body: z.object({ pci: pciSchema, context: hexSchema, /** Over `activateSessionMessage`. */ signature: hexSchema }),
  response: z.object({}),
  errors: [
    'malformed_address',
    'unsupported_chain',
    'session_unknown',
    'session_revoked',
    'session_not_granted',
    'signature_invalid',
  ],
})

/** Revokes a permission: the server stops signing for it at once. The wallet's transaction also revokes it on the chain. */
export const revokeSession = defineEndpoint({
  method: 'POST',
  path: '/v1/sessions/{address}/revoke',
  summary: 'Revoke a session',
  tag: 'Sessions',
  project: 'required',
  params,
  query,
  body: z.object({ pci: pciSchema, /** Over `revokeSessionMessage`. */ signature: hexSchema }),
  response: z.object({}),
  errors: ['malformed_address', 'unsupported_chain', 'session_unknown', 'signature_invalid'],
})
