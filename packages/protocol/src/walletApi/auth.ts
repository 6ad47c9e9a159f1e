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
 * Tokens of a login on one device. The access token is a JWT that is bound to the device's DPoP key (RFC 9449) and valid for `expiresIn`
 * seconds. The refresh token is valid once, and returns a new pair.
 */
export const sessionTokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds. */
  expiresIn: z.number(),
  userId: idSchema,
  deviceId: idSchema,
  /** The address as the visitor wrote it, or as the provider confirms it; null for an account without one. */
  email: z.nullable(z.string()),
  /** Provider of this login; null for an email address or a passkey. */
  socialProvider: z.nullable(z.enum(socialProviders)),
  /** The visitor's name at the provider; null if it reports none. */
  userName: z.nullable(z.string()),
})

/** Tokens of a login on one device. */
export type SessionTokens = z.infer<typeof sessionTokensSchema>

/**
 * Sends a login mail. The answer is the same for every address, known or not. After many requests, `work_required` returns a challenge, and
 * the same request succeeds with its solution.
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
    /** The requesting site, verified by the frame. */
    hostOrigin: originSchema,
    /** BCP 47. The mail uses the best available language. */
    language: z.optional(z.string().check(z.maxLength(20))),
    /** Solution of the challenge of `work_required`. */
    work: z.optional(workSolutionSchema),
  }),
  response: z.object({
    attemptId: idSchema,
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']),
    /** VERIFY_DEVICE: the two digits to show. The page behind the link asks for them. */
    matchNumber: z.nullable(z.string()),
    /** When the attempt expires. */
    expiresAt: timeSchema,
    /** When the next mail can be sent. */
    resendAt: timeSchema,
    /** Whether the project's settings allow the host to enter the code. */
    hostMayTypeCode: z.boolean(),
  }),
  errors: ['email_cooldown', 'work_required', 'rate_limited', 'origin_not_allowed', 'project_unknown', 'proof_invalid'],
})

/** Verifies the code, with at most five attempts and the DPoP key of the start. */
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

/** Waits (at most 25 s) until the link in the mail is used. */
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
    /** A code was mailed. Complete the login with `verifyEmailCode`. */
    z.object({ status: z.literal('approved'), resendAt: timeSchema, expiresAt: timeSchema }),
    /** The link was opened in the same browser, so no code is needed. */
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

/** Data for the page behind the link. Reading it has no effect. */
export const inspectDeviceLink = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/device/inspect',
  summary: 'Details of a device link',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ app: z.string(), hostOrigin: z.string(), device: z.string(), askedAt: timeSchema }),
  errors: ['link_invalid', 'origin_not_allowed', 'project_unknown', 'rate_limited'],
})

/** Data for the page behind the link in the notice of a new device. Reading it has no effect. */
export const inspectLoginNotice = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/login/inspect',
  summary: 'Details of a new-device notice',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ app: z.string(), hostOrigin: z.string(), device: z.string(), at: timeSchema }),
  errors: ['link_invalid', 'rate_limited'],
})

/** Ends the login of a notice: logs its device out, and blocks its key for a day, except for a login by passkey. */
export const endLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/login/end',
  summary: 'End the login of a new device by the link in its notice',
  tag: 'Login',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  /** `isEnrolled`: the device holds the wallet, and keeps it until another device removes it. */
  response: z.object({ isEnrolled: z.boolean() }),
  errors: ['link_invalid', 'rate_limited'],
})

/** Approves the device by the number that it shows. A DPoP proof of the same key completes the login at once. */
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

/** Exchanges a refresh token, once. A second use by the same key within 10 s returns the same pair; any other ends the family. */
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

/** Ends this device's login. Its share stays, so that the next login needs no recovery. */
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
 * Locks this login at once: the server does not release its share, and the wallet cannot change until a step-up. Idle logins lock
 * automatically, by the project's `autoLock`.
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

/** Reports that a person used the wallet, which postpones the lock. A locked login stays locked and answers `step_up_required`. */
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

/** Waits (at most 25 s) for changes of the login. A login that has ended answers 401 `session_ended` at once. */
export const watchSession = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/session/watch',
  summary: 'Wait for events of this login',
  tag: 'Login',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({ status: z.enum(['alive', 'changed']) }),
  errors: ['session_ended'],
})

/** Sends a code for a step-up, if the account has no passkey. */
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
     * `passkey`: the account has one, so use `startPasskeyStepUp`. `social`: it has no email address for a code, so log in with
     * `provider` again, through `startSocialStepUp`.
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

/** Verifies the step-up code. The login counts as fresh for five minutes. */
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
