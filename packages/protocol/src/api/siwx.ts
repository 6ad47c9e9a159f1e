import * as z from 'zod/mini'
import { accountIdSchema, chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'

/** ISO 8601. */
const time = z.string()

/**
 * What a message has to be signed with. It is good once, for the browser that asked (a cookie tells which), for five minutes.
 */
export const getSiwxNonce = defineEndpoint({
  method: 'GET',
  path: '/v1/siwx/nonce',
  summary: 'A nonce for a sign-in message',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  response: z.object({
    /** Letters and digits, 128 random bits at least. */
    nonce: z.string(),
    expiresAt: time,
    /** The server's time: a message with it needs no right clock on the visitor's device. */
    issuedAt: time,
  }),
  errors: ['siwx_unavailable'],
})

/** What showed that an account signed: its key, or the word of the contract that it is. */
const proofSchema = z.enum(['key', 'contract'])

const siwxAccountShape = {
  /** As it stands in the message. */
  address: z.string(),
  chainId: chainIdSchema,
  expiresAt: time,
  /** `key`: the same account on every network of the family; `contract`: on this network alone. */
  proof: proofSchema,
} as const

/**
 * Signs in. Who was signed in in this browser already stays so; the session's cookie is a new one each time.
 */
export const verifySiwx = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/verify',
  summary: 'Sign in with a signed message',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.object({
    /** The text that was signed: EIP-4361, or the same form for another family (CAIP-122). */
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

/** Somebody who is signed in. */
export const siwxAccountSchema = z.object({
  ...siwxAccountShape,
  issuedAt: time,
  /** What was signed, and the signature. */
  message: z.string(),
  signature: z.string(),
})

/** Somebody who is signed in. */
export type SiwxAccount = z.infer<typeof siwxAccountSchema>

/** Who is signed in in this browser; nobody is an empty list. */
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

/** Signs out in this browser: an account, on one network or on all; without an address everybody. It is no error when nobody was signed in. */
export const revokeSiwx = defineEndpoint({
  method: 'POST',
  path: '/v1/siwx/revoke',
  summary: 'Sign out',
  tag: 'Sign-in',
  project: 'required',
  cookies: true,
  body: z.object({
    address: z.optional(z.string().check(z.maxLength(200))),
    /** CAIP-2. Left out: on every network. */
    chainId: z.optional(chainIdSchema),
  }),
  response: z.object({}),
  errors: ['siwx_unavailable'],
})

/** A browser in which one of the accounts is signed in. */
export const siwxDeviceSchema = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** The browser and system as it names itself, in a few words; null when it says nothing that is known. */
  name: z.nullable(z.string()),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
  accounts: z.array(z.object({ address: z.string(), chainId: chainIdSchema })),
})

/** A browser in which one of the accounts is signed in. */
export type SiwxDevice = z.infer<typeof siwxDeviceSchema>

/** Where else the accounts that are signed in in this browser are signed in, newest first. Accounts of others are never named. */
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

/** Signs the accounts of this browser out in another one. */
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
 * Gives a token for a backend: a JWT (RFC 7519) for minutes, whose keys are at `/.well-known/jwks.json`. With a DPoP proof (RFC 9449) it is bound
 * to that key, and worth nothing to whoever has the token alone.
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
      /** The account, CAIP-10 or its address. Left out: the one that signed in last. */
      address: z.optional(z.string().check(z.maxLength(200))),
      /** The backend, as the server's configuration lists it. Left out: the origin of the page. */
      audience: z.optional(z.string().check(z.maxLength(300))),
    }),
  ),
  response: z.object({
    token: z.string(),
    expiresAt: time,
    /** How it is sent: `Authorization: Bearer …`, or `DPoP …` with a proof each time. */
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
