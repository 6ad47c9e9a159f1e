import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { socialProviders } from '../frame/socialLogin.ts'
import {
  emailSchema,
  idSchema,
  linkTokenSchema,
  originSchema,
  otpSchema,
  projectIdSchema,
  timeSchema,
} from './fields.ts'
import { workSolutionSchema } from './work.ts'

/**
 * A session of one device: the access token is a JWT bound to the device's DPoP key (RFC 9449), good for `expiresIn` seconds;
 * the refresh token is used once and answered with a new pair.
 */
export const sessionTokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds. */
  expiresIn: z.number(),
  userId: idSchema,
  deviceId: idSchema,
  /** The address as the visitor wrote it, or as the provider vouches for it; null for an account without one. */
  email: z.nullable(z.string()),
  /** With whom this session was signed in; null for an email address or a passkey. */
  socialProvider: z.nullable(z.enum(socialProviders)),
  /** What the provider calls the visitor; null where it does not say. */
  userName: z.nullable(z.string()),
})

/** A session of one device. */
export type SessionTokens = z.infer<typeof sessionTokensSchema>

/**
 * Sends a login mail. The answer is the same for every address, known or not. Where many mails were asked for, `work_required` comes with a challenge:
 * the same request again, with its solution, is taken.
 */
export const startEmailLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/start',
  summary: 'Send a login code, or a link when the device must be verified first',
  tag: 'Login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({
    projectId: projectIdSchema,
    email: emailSchema,
    /** The site that asks, as the frame verified it. */
    hostOrigin: originSchema,
    /** BCP 47; mail comes in the nearest language there is. */
    language: z.optional(z.string().check(z.maxLength(20))),
    /** What `work_required` asked for. */
    work: z.optional(workSolutionSchema),
  }),
  response: z.object({
    attemptId: idSchema,
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']),
    /** VERIFY_DEVICE: the two digits to show; the page behind the link asks for them. */
    matchNumber: z.nullable(z.string()),
    /** When the attempt ends. */
    expiresAt: timeSchema,
    /** When another mail may be sent. */
    resendAt: timeSchema,
    /** What the host may do, by the project's settings. */
    hostMayTypeCode: z.boolean(),
  }),
  errors: ['email_cooldown', 'work_required', 'rate_limited', 'origin_not_allowed', 'project_unknown', 'proof_invalid'],
})

/** Takes the code; five tries. The same DPoP key as at the start. */
export const verifyEmailCode = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/verify',
  summary: 'Finish a login with the code',
  tag: 'Login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({ attemptId: idSchema, otp: otpSchema }),
  response: sessionTokensSchema,
  errors: [
    'code_wrong',
    'code_expired',
    'attempt_unknown',
    'email_moved',
    'login_ended',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
    'proof_invalid',
  ],
})

/** Waits (25 s at most) until the link in the mail was used. */
export const waitForDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/device/wait',
  summary: 'Wait until a device is approved',
  tag: 'Login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({ attemptId: idSchema }),
  response: z.union([
    z.object({ status: z.literal('pending') }),
    /** A code was mailed: finish with `verifyEmailCode`. */
    z.object({ status: z.literal('approved'), resendAt: timeSchema, expiresAt: timeSchema }),
    /** The link was opened in the same browser: no code is needed. */
    z.object({ status: z.literal('connected'), session: sessionTokensSchema }),
  ]),
  errors: [
    'attempt_unknown',
    'code_expired',
    'email_moved',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
    'proof_invalid',
  ],
})

/** What the page behind the link shows before anything happens. */
export const inspectDeviceLink = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/device/inspect',
  summary: 'What a device link is about',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ app: z.string(), hostOrigin: z.string(), device: z.string(), askedAt: timeSchema }),
  errors: ['link_invalid', 'origin_not_allowed', 'project_unknown', 'rate_limited'],
})

/** What the link in the notice of a new device is about. Looking changes nothing. */
export const inspectLoginNotice = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/login/inspect',
  summary: 'What the notice of a new device is about',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ app: z.string(), hostOrigin: z.string(), device: z.string(), at: timeSchema }),
  errors: ['link_invalid', 'rate_limited'],
})

/** Ends the login that a notice told of: its device is signed out, and its key cannot log in for a day but by passkey. */
export const endLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/login/end',
  summary: 'End the login of a new device by the link in its notice',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  /** `isEnrolled`: the device holds the wallet, and goes on holding it until it is put out by another. */
  response: z.object({ isEnrolled: z.boolean() }),
  errors: ['link_invalid', 'rate_limited'],
})

/** Approves the device, by the number that it shows. With a DPoP proof of the same key the login is finished at once. */
export const approveDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/device/approve',
  summary: 'Approve a device by link and number',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema, number: z.string().check(z.regex(/^\d{2}$/)) }),
  response: z.object({ next: z.enum(['code', 'connected']) }),
  errors: ['link_invalid', 'number_wrong', 'origin_not_allowed', 'project_unknown', 'rate_limited', 'proof_invalid'],
})

/** Exchanges a refresh token, once. Used again by the same key within 10 s it answers the same pair; otherwise the family ends. */
export const refreshSession = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/token/refresh',
  summary: 'Exchange a refresh token',
  tag: 'Login',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({ refreshToken: z.string().check(z.maxLength(100)) }),
  response: sessionTokensSchema,
  errors: ['session_ended', 'origin_not_allowed', 'project_unknown', 'rate_limited', 'proof_invalid'],
})

/** Ends this device's session. Its share stays, so that the next login needs no recovery. */
export const endSession = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/session/end',
  summary: 'Sign out',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({}),
  errors: ['session_ended'],
})

/**
 * Locks this session at once: its share is not released and nothing of the wallet changes until a step-up. Idle sessions lock without
 * it, by the project's `autoLock`.
 */
export const lockSession = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/session/lock',
  summary: 'Lock the session',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({}),
  errors: ['session_ended'],
})

/** Notes that a person used the wallet, which puts off the lock. A session that is locked stays locked and answers `step_up_required`. */
export const noteUse = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/session/use',
  summary: 'Note that the wallet is in use',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  response: z.object({}),
  errors: ['session_ended', 'step_up_required'],
})

/** Waits (25 s at most) for news of the session; a session that ended meanwhile answers 401 `session_ended` at once. */
export const watchSession = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/session/watch',
  summary: 'Wait for news of this session',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({ status: z.enum(['alive', 'changed']) }),
  errors: ['session_ended'],
})

/** Sends a code for a step-up: needed where no passkey exists. */
export const startStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/step-up/start',
  summary: 'Send a code to confirm a sensitive action',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({
    /**
     * `passkey`: the account has one, so `startPasskeyStepUp` is the way. `social`: it has no email address to send a code to, so it
     * signs in with `provider` once more, by `startSocialStepUp`.
     */
    method: z.enum(['code', 'passkey', 'social']),
    provider: z.nullable(z.enum(socialProviders)),
    attemptId: z.nullable(idSchema),
    resendAt: z.nullable(timeSchema),
  }),
  errors: [
    'session_ended',
    'origin_not_allowed',
    'project_unknown',
    'email_cooldown',
    'rate_limited',
    'social_unavailable',
  ],
})

/** Takes the step-up code; the session counts as fresh for five minutes. */
export const verifyStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/step-up/verify',
  summary: 'Confirm a sensitive action with a code',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  body: z.strictObject({ attemptId: idSchema, otp: otpSchema }),
  response: z.object({ freshUntil: timeSchema }),
  errors: ['code_wrong', 'code_expired', 'attempt_unknown', 'session_ended', 'rate_limited'],
})
