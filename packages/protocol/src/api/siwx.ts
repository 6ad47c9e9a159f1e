import * as z from 'zod/mini'
import { accountIdSchema, chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'

/** ISO 8601. */
const time = z.string()

/**
 * Nonce for a sign-in message. Valid once, for the browser that requested it (identified by a cookie), for five minutes.
 */
export const getSiwxNonce = defineEndpoint({
  method: 'GET',
  path: '/v1/siwx/nonce',
  summary: 'A nonce for a sign-in message',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  response: z.object({
    /** Letters and digits, at least 128 random bits. */
    nonce: z.string(),
    expiresAt: time,
    /** The server's time. A message with it does not depend on the clock of the visitor's device. */
    issuedAt: time,
  }),
  errors: ['siwx_unavailable'],
})

/** Proof of the signature: the account's key, or the contract that is the account. */
const proofSchema = z.enum(['key', 'contract'])

const siwxAccountShape = {
  /** As in the message. */
  address: z.string(),
  chainId: chainIdSchema,
  expiresAt: time,
  /** `key`: valid for the account on every network of the family. `contract`: only on this network. */
  proof: proofSchema,
} as const

/**
 * Signs in. Earlier sign-ins of this browser stay. The cookie of the sign-in is replaced each time.
 */
export const verifySiwx = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/verify',
  summary: 'Sign in with a signed message',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.object({
    /** The signed text: EIP-4361, or the same form for another family (CAIP-122). */
    message: z.string().check(z.minLength(1), z.maxLength(10_000)),
    /** `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`. */
    signature: z.string().check(z.minLength(1), z.maxLength(20_000)),
    address: accountIdSchema,
  }),
  response: z.object(siwxAccountShape),
  errors: [
    'siwx_unavailable',
    'siwx_message_invalid',
    'siwx_domain_wrong',
    'siwx_uri_wrong',
    'siwx_chain_wrong',
    'siwx_address_wrong',
    'siwx_nonce_invalid',
    'siwx_nonce_expired',
    'siwx_nonce_used',
    'siwx_message_expired',
    'siwx_message_not_yet_valid',
    'siwx_issued_at_wrong',
    'siwx_resources_refused',
    'siwx_cookie_missing',
    'signature_invalid',
    'unsupported_chain',
    'upstream_unavailable',
  ],
})

/** A sign-in. */
export const siwxAccountSchema = z.object({
  ...siwxAccountShape,
  issuedAt: time,
  /** The signed message, and its signature. */
  message: z.string(),
  signature: z.string(),
})

/** A sign-in. */
export type SiwxAccount = z.infer<typeof siwxAccountSchema>

/** The sign-ins of this browser; empty without one. */
export const getSiwxSessions = defineEndpoint({
  method: 'GET',
  path: '/v1/siwx/sessions',
  summary: 'Who is signed in in this browser',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  response: z.object({ sessions: z.array(siwxAccountSchema) }),
  errors: ['siwx_unavailable'],
})

/** Signs out in this browser: an account on one network or on all, or every account without an address. Not an error without a sign-in. */
export const revokeSiwx = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/revoke',
  summary: 'Sign out',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.object({
    address: z.optional(z.string().check(z.maxLength(200))),
    /** CAIP-2. By default every network. */
    chainId: z.optional(chainIdSchema),
  }),
  response: z.object({}),
  errors: ['siwx_unavailable'],
})

/** A browser in which one of the accounts is signed in. */
export const siwxDeviceSchema = z.object({
  id: z.string(),
  /** Whether it sends the request. */
  current: z.boolean(),
  /** Browser and operating system from its user agent, in a few words; null if unknown. */
  name: z.nullable(z.string()),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
  accounts: z.array(z.object({ address: z.string(), chainId: chainIdSchema })),
})

/** A browser in which one of the accounts is signed in. */
export type SiwxDevice = z.infer<typeof siwxDeviceSchema>

/** Other browsers in which this browser's accounts are signed in, newest first. Never includes other accounts. */
export const getSiwxDevices = defineEndpoint({
  method: 'GET',
  path: '/v1/siwx/devices',
  summary: 'Where the accounts of this browser are signed in',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  response: z.object({ devices: z.array(siwxDeviceSchema) }),
  errors: ['siwx_unavailable', 'siwx_session_required'],
})

/** Signs this browser's accounts out in another browser. */
export const revokeSiwxDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/devices/revoke',
  summary: 'Sign out elsewhere',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.object({ id: z.string().check(z.maxLength(100)) }),
  response: z.object({}),
  errors: ['siwx_unavailable', 'siwx_session_required', 'siwx_device_unknown'],
})

/**
 * Returns a token for a backend: a short-lived JWT (RFC 7519), whose keys are at `/.well-known/jwks.json`. With a DPoP proof (RFC 9449)
 * it is bound to that key, so the token alone is useless to a thief.
 */
export const createSiwxToken = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/token',
  summary: 'A token that tells a backend who is signed in',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.optional(
    z.object({
      /** The account, CAIP-10 or its address. By default the one that signed in last. */
      address: z.optional(z.string().check(z.maxLength(200))),
      /** The backend, as listed in the server's configuration. By default the origin of the page. */
      audience: z.optional(z.string().check(z.maxLength(300))),
    }),
  ),
  response: z.object({
    token: z.string(),
    expiresAt: time,
    /** Authorization scheme: `Authorization: Bearer …`, or `DPoP …` with a new proof for each request. */
    tokenType: z.enum(['Bearer', 'DPoP']),
  }),
  errors: [
    'siwx_unavailable',
    'siwx_session_required',
    'siwx_audience_unknown',
    'proof_invalid',
    'session_not_yet_valid',
  ],
})

/** The public keys of the tokens (RFC 7517). */
export const getSiwxKeys = defineEndpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys of the tokens',
  tag: 'Sign-in',
  project: 'none',
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
      }),
    ),
  }),
  errors: ['siwx_unavailable'],
})
