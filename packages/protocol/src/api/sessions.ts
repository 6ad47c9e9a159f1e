import * as z from 'zod/mini'
import { isAccountId } from '../caip/accountId.ts'
import { isEvmAddress } from '../caip/address.ts'
import { chainIdSchema } from '../caip/schemas.ts'
import { permissionPolicySchema, permissionSignerSchema, permissionsSchema } from '../smartAccount/permissions.ts'
import { defineEndpoint } from './endpoint.ts'

const hexSchema = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i), z.maxLength(20_000))
const unixSeconds = z.number().check(z.int(), z.gte(0))
const pciSchema = z.uuid()
/** CAIP-10, or a bare address: then of the chain that the session, or the query, names. */
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

/** A session as lists show it. */
export const sessionSchema = z.object({
  /** The app that asked for it. */
  project: z.object({ id: z.string(), name: z.string(), url: z.nullable(z.string()), iconUrl: z.nullable(z.string()) }),
  /** Names the session. */
  pci: z.string(),
  /** CAIP-10 of the account. */
  account: z.string(),
  /** Unix seconds. */
  expiry: unixSeconds,
  createdAt: unixSeconds,
  signer: permissionSignerSchema,
  permissions: permissionsSchema,
  policies: z.array(permissionPolicySchema),
  /** What the app shows with each call. */
  context: hexSchema,
  /** Unix seconds; null: not revoked. The chain's word, where the server can ask it. */
  revokedAt: z.nullable(unixSeconds),
  /** What has been used of each allowance in the period that runs, base units; null: the chain did not answer. */
  usage: z.nullable(
    z.array(
      z.object({ token: z.string(), limit: z.string(), used: z.string(), periodEndsAt: z.nullable(unixSeconds) }),
    ),
  ),
})

/** A session as lists show it. */
export type SmartSession = z.infer<typeof sessionSchema>

/** The sessions of an account: running, expired and revoked, newest first. */
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

/** What the app of a session shows with each call; the list has it, too. */
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

/** Prepares a session: the server makes the key that will sign beside the app's. Nothing is allowed by it yet. */
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
    /** ISO 8601; five minutes old at most. */
    issuedAt: z.iso.datetime(),
    /** Over `createSessionMessage`; ERC-1271 and ERC-6492 count. */
    signature: hexSchema,
  }),
  response: z.object({
    pci: z.string(),
    /** The server's own key: SEC 1, not compressed. */
    key: z.object({ type: z.literal('secp256k1'), publicKey: hexSchema }),
  }),
  errors: ['malformed_address', 'unsupported_chain', 'signature_invalid', 'permissions_invalid'],
})

/** Tells the server that the chain knows the session. It looks there. */
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

/** Ends a session: the server signs beside it no more, at once. Also the wallet's word to the chain makes it end there. */
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
