import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { oauthProviders, socialProviders } from '../frame/socialLogin.ts'
import { sessionTokensSchema } from './auth.ts'
import { idSchema, originSchema, projectIdSchema, timeSchema } from './fields.ts'

/** 32 random bytes as base64url. */
const tokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** An attempt that goes through a window of the wallet. */
export const socialAttemptSchema = z.object({
  attemptId: idSchema,
  /** Known to the wallet's own page that began alone; the window asks that page for it and hands it on to the server. */
  handshake: tokenSchema,
  /** Two digits, for a window that cannot reach that page: they are shown in the frame and typed in the window. */
  number: z.string(),
  /** Where the window is led. */
  popupUrl: z.string(),
  expiresAt: timeSchema,
})

/** An attempt that goes through a window of the wallet. */
export type SocialAttempt = z.infer<typeof socialAttemptSchema>

/**
 * Begins a login with a provider; good for ten minutes. Sets a cookie: where the browser hands it to the window, too, it shows that the
 * window stands in the browser that began.
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
    /** The site that asks, as the frame verified it. */
    hostOrigin: originSchema,
    /** BCP 47. */
    language: z.optional(z.string().check(z.maxLength(20))),
    /** Without a pop-up: where the visitor comes back to, an address of `hostOrigin`. */
    returnUrl: z.optional(z.string().check(z.maxLength(2000))),
  }),
  response: socialAttemptSchema,
  errors: ['origin_not_allowed', 'project_unknown', 'proof_invalid', 'rate_limited', 'social_unavailable'],
})

/**
 * What the window's page shows before anything happens. A window that lost the page that opened it says so; where the cookie of the
 * start does not come with it either, the frame is told to show the number.
 */
export const inspectSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/inspect',
  summary: 'What a window is for',
  tag: 'Social login',
  project: 'none',
  body: z.strictObject({ attemptId: idSchema, isDetached: z.optional(z.boolean()) }),
  response: z.object({
    provider: z.enum(socialProviders),
    app: z.string(),
    /** The site that the wallet is used on. */
    hostOrigin: z.string(),
    /** The device that the attempt is of, as the server names it. */
    device: z.string(),
    /** The cookie of the start came along: this is the browser that began, and no number is needed. */
    isSameBrowser: z.boolean(),
    purpose: z.enum(['login', 'link', 'stepUp']),
    /** `redirect`: there is no page that opened it; the handshake stands in the address. */
    mode: z.enum(['popup', 'redirect']),
    /** BCP 47: what the page that asks is in. */
    language: z.string(),
  }),
  errors: ['attempt_unknown', 'origin_not_allowed', 'project_unknown', 'rate_limited'],
})

/**
 * Leads on to the provider, and binds the attempt to this browser by a cookie. The window shows that it stands in the browser that began:
 * by the handshake, which the wallet's own page there gave it; where no such page is within reach, by the cookie of the start or by the
 * number that the frame shows (three tries).
 */
export const beginSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/begin',
  summary: 'Lead a window on to the provider',
  tag: 'Social login',
  project: 'none',
  body: z.strictObject({
    attemptId: idSchema,
    handshake: z.optional(tokenSchema),
    /** The origin of the page that gave the handshake, always the wallet's own; left out where it stood in the address. */
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

/** What ends an attempt without success. */
const endings = [
  'attempt_unknown',
  'rate_limited',
  'social_denied',
  'social_expired',
  'social_provider_failed',
  'social_refused',
  'social_unavailable',
] as const

/** Waits (25 s at most) for the end of a login with a provider. The same DPoP key as at the start. */
export const redeemSocialLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/oauth/redeem',
  summary: 'Finish a login with a provider',
  tag: 'Social login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({
    attemptId: idSchema,
    /** Without a pop-up: what came back with the visitor. */
    resultToken: z.optional(tokenSchema),
    /** The caller knows that the window lost its opener, and shows the number: wait on. */
    isDetached: z.optional(z.boolean()),
  }),
  response: z.union([
    z.object({
      status: z.literal('pending'),
      /** The window lost the page that opened it: show the number. Answered at once when that happens. */
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

/** Signs in with a provider once more, to confirm a sensitive action. For accounts without an email address and without a passkey. */
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

/** Begins to add a login with a provider to this account. A step-up comes first. */
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

/** Waits (25 s at most) for the end of a step-up or a link with a provider. */
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
