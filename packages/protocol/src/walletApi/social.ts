import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { oauthProviders, socialProviders } from '../frame/socialLogin.ts'
import { sessionTokensSchema } from './auth.ts'
import { idSchema, originSchema, projectIdSchema, timeSchema } from './fields.ts'

/** 32 random bytes as base64url. */
const tokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** An attempt that uses a wallet window. */
export const socialAttemptSchema = z.object({
  attemptId: idSchema,
  /** Only the wallet's page that started knows it. The window gets it from that page and sends it to the server. */
  handshake: tokenSchema,
  /** Two digits for a window that cannot reach that page. The frame shows them, and the visitor enters them in the window. */
  number: z.string(),
  /** URL of the window. */
  popupUrl: z.string(),
  expiresAt: timeSchema,
})

/** An attempt that uses a wallet window. */
export type SocialAttempt = z.infer<typeof socialAttemptSchema>

/**
 * Starts a login with a provider, valid for ten minutes. Sets a cookie. If the browser also sends it from the window, the window is in the
 * browser that started the login.
 */
export const startSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/start',
  summary: 'Begin a login with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({
    projectId: projectIdSchema,
    provider: z.enum(oauthProviders),
    /** The requesting site, verified by the frame. */
    hostOrigin: originSchema,
    /** BCP 47. */
    language: z.optional(z.string().check(z.maxLength(20))),
    /** Without a pop-up: URL to which the visitor returns, on `hostOrigin`. */
    returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: socialAttemptSchema,
  errors: ['origin_not_allowed', 'project_unknown', 'proof_invalid', 'rate_limited', 'social_unavailable'],
})

/**
 * Data for the window's page. Reading it has no effect on the login. The window reports if it lost the page that opened it. If it also has
 * no cookie of the start, the frame is notified and shows the number.
 */
export const inspectSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/inspect',
  summary: 'Purpose of a window',
  tag: 'Social login',
  project: 'none',
  body: z.strictObject({ attemptId: idSchema, isDetached: z.optional(z.boolean()) }),
  response: z.object({
    provider: z.enum(socialProviders),
    app: z.string(),
    /** The site that uses the wallet. */
    hostOrigin: z.string(),
    /** The device of the attempt, by the server's name. */
    device: z.string(),
    /** The request had the cookie of the start: this is the browser that started, and no number is needed. */
    isSameBrowser: z.boolean(),
    purpose: z.enum(['login', 'link', 'stepUp']),
    /** `redirect`: no page opened it, and the handshake is in the URL. */
    mode: z.enum(['popup', 'redirect']),
    /** BCP 47: language of the requesting page. */
    language: z.string(),
  }),
  errors: ['attempt_unknown', 'origin_not_allowed', 'project_unknown', 'rate_limited'],
})

/**
 * Opens the provider, and binds the attempt to this browser by a cookie. The window must prove that it is in the browser that started. The
 * proof is the handshake from the wallet's page there. Without such a page, it is the cookie of the start, or the number that the frame
 * shows (three attempts).
 */
export const beginSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/begin',
  summary: 'Continue to the provider in a window',
  tag: 'Social login',
  project: 'none',
  body: z.strictObject({
    attemptId: idSchema,
    handshake: z.optional(tokenSchema),
    /** Origin of the page that sent the handshake, always the wallet's own; absent if the handshake was in the URL. */
    openerOrigin: z.optional(originSchema),
    number: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  }),
  response: z.object({ authorizeUrl: z.string() }),
  errors: [
    'attempt_unknown',
    'number_wrong',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
    'social_provider_failed',
    'social_refused',
    'social_unavailable',
  ],
})

/** Errors that end an attempt. */
const endings = [
  'attempt_unknown',
  'rate_limited',
  'social_denied',
  'social_expired',
  'social_provider_failed',
  'social_refused',
  'social_unavailable',
] as const

/** Waits (at most 25 s) for the end of a login with a provider. Uses the DPoP key of the start. */
export const redeemSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/redeem',
  summary: 'Finish a login with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({
    attemptId: idSchema,
    /** Without a pop-up: the token from the return URL. */
    resultToken: z.optional(tokenSchema),
    /** The caller knows that the window has no opener, and shows the number. Continues to wait. */
    isDetached: z.optional(z.boolean()),
  }),
  response: z.union([
    z.object({
      status: z.literal('pending'),
      /** The window lost the page that opened it. Show the number. Returned at once when that happens. */
      isDetached: z.boolean(),
    }),
    z.object({ status: z.literal('connected'), session: sessionTokensSchema }),
  ]),
  errors: [...endings, 'login_ended', 'origin_not_allowed', 'project_unknown', 'proof_invalid'],
})

/** Opens a channel for Sign In With Farcaster (FIP-11). `redeemSocialLogin` waits for its end. */
export const startFarcasterLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/farcaster/start',
  summary: 'Begin a login with Farcaster',
  tag: 'Social login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({
    projectId: projectIdSchema,
    hostOrigin: originSchema,
    language: z.optional(z.string().check(z.maxLength(20))),
  }),
  /** `url`: shown as a code, or opened on a phone. */
  response: z.object({ attemptId: idSchema, url: z.string(), expiresAt: timeSchema }),
  errors: [
    'origin_not_allowed',
    'project_unknown',
    'proof_invalid',
    'rate_limited',
    'social_provider_failed',
    'social_unavailable',
  ],
})

/** Logs in with a provider again, to confirm a sensitive action. For accounts without an email address and without a passkey. */
export const startSocialStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/step-up/social/start',
  summary: 'Confirm a sensitive action with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: socialAttemptSchema,
  errors: [
    'session_ended',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
    'social_provider_failed',
    'social_unavailable',
  ],
})

/** Starts to add a login with a provider to this account. Requires a step-up. */
export const startSocialLink = defineEndpoint({
  method: 'POST',
  path: '/v1/identities/link/start',
  summary: 'Add a login with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ provider: z.enum(socialProviders) }),
  response: socialAttemptSchema,
  errors: [
    'session_ended',
    'step_up_required',
    'device_not_enrolled',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
    'social_provider_failed',
    'social_unavailable',
  ],
})

/** Waits (at most 25 s) for the end of a step-up or a link with a provider. */
export const finishSocialConfirmation = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/confirm',
  summary: 'Finish a step-up or a link with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  body: z.strictObject({ attemptId: idSchema, isDetached: z.optional(z.boolean()) }),
  response: z.union([
    z.object({ status: z.literal('pending'), isDetached: z.boolean() }),
    /** `freshUntil`: of a step-up. */
    z.object({ status: z.literal('done'), freshUntil: z.nullable(timeSchema) }),
  ]),
  errors: [...endings, 'session_ended', 'step_up_required', 'identity_taken'],
})
