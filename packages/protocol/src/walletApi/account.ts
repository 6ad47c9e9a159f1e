import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { bytesSchema, emailSchema, idSchema, linkTokenSchema, otpSchema, timeSchema } from './fields.ts'

/** A device that the user logged in with. */
export const deviceSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The site that embedded its frame. */
  hostOrigin: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  current: z.boolean(),
  /** Whether it holds shares of the wallet. */
  enrolled: z.boolean(),
})

/** A device that the user logged in with. */
export type Device = z.infer<typeof deviceSchema>

export const listDevices = defineEndpoint({
  method: 'GET',
  path: '/v1/devices',
  summary: "The user's devices",
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.object({ devices: z.array(deviceSchema) }),
  errors: ['session_ended'],
})

/** Ends a device's login and deletes its share and everything sealed to it. Refused if a factor would lose its last share. */
export const revokeDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/devices/revoke',
  summary: 'Put a device out',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ deviceId: idSchema }),
  response: z.object({}),
  errors: [
    'session_ended',
    'step_up_required',
    'device_not_enrolled',
    'device_unknown',
    'factor_uncovered',
    'rate_limited',
  ],
})

/** The user's own entries of the audit log, newest first. */
export const getAuditLog = defineEndpoint({
  method: 'GET',
  path: '/v1/audit',
  summary: 'Security log of the user’s account',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  response: z.object({
    entries: z.array(
      z.object({
        seq: z.number(),
        at: timeSchema,
        event: z.string(),
        device: z.nullable(z.string()),
        data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: ['session_ended', 'step_up_required'],
})

/** Starts a change of the address: sends a code to the old one. */
export const startEmailChange = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/change/start',
  summary: 'Begin a change of the email address',
  tag: 'Email',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ email: emailSchema }),
  response: z.object({
    changeId: idSchema,
    /** Address that gets the code: the old one, or the new one for an account without an address. */
    action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    resendAt: timeSchema,
    expiresAt: timeSchema,
  }),
  errors: [
    'session_ended',
    'step_up_required',
    'device_not_enrolled',
    'login_unsettled',
    'origin_not_allowed',
    'project_unknown',
    'email_cooldown',
    'rate_limited',
  ],
})

/** Verifies the code of the old address and sends one to the new. */
export const verifyOldEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/change/primary',
  summary: 'Confirm a change with the old address',
  tag: 'Email',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ changeId: idSchema, otp: otpSchema }),
  response: z.object({ resendAt: timeSchema }),
  errors: [
    'session_ended',
    'step_up_required',
    'code_wrong',
    'code_expired',
    'attempt_unknown',
    'origin_not_allowed',
    'project_unknown',
    'email_cooldown',
    'rate_limited',
  ],
})

/** Verifies the code of the new address and completes the change. The old address can undo it for 72 hours. */
export const verifyNewEmail = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/change/secondary',
  summary: 'Finish a change with the new address',
  tag: 'Email',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ changeId: idSchema, otp: otpSchema }),
  response: z.object({ newEmail: z.string() }),
  errors: [
    'session_ended',
    'step_up_required',
    'code_wrong',
    'code_expired',
    'attempt_unknown',
    'origin_not_allowed',
    'project_unknown',
    'email_taken',
    'login_unsettled',
    'rate_limited',
  ],
})

/** Sends the current code of the open change again. */
export const resendEmailChange = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/change/resend',
  summary: 'Send the code of a change again',
  tag: 'Email',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ changeId: idSchema }),
  response: z.object({ resendAt: timeSchema }),
  errors: [
    'session_ended',
    'step_up_required',
    'attempt_unknown',
    'origin_not_allowed',
    'project_unknown',
    'email_cooldown',
    'rate_limited',
  ],
})

/** Undoes a change through the link in the notice: restores the old address and ends every login. */
export const undoEmailChange = defineEndpoint({
  method: 'POST',
  path: '/v1/auth/email/change/undo',
  summary: 'Undo a change of the email address',
  tag: 'Email',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ email: z.string() }),
  errors: ['link_invalid', 'rate_limited'],
})

/** An old device opens a device transfer: a mailbox for sealed messages with a new device of the same user, for 10 minutes. */
export const startDeviceTransfer = defineEndpoint({
  method: 'POST',
  path: '/v1/handovers',
  summary: 'Begin to hand the wallet to a new device',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  response: z.object({ handoverId: idSchema, expiresAt: timeSchema }),
  errors: ['session_ended', 'step_up_required', 'device_not_enrolled', 'rate_limited'],
})

/** The new device stores its public key, authenticated with the secret of the code that the visitor entered. */
export const answerDeviceTransfer = defineEndpoint({
  method: 'POST',
  path: '/v1/handovers/answer',
  summary: 'Answer a device transfer on the new device',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ handoverId: idSchema, pub: bytesSchema(32), mac: bytesSchema(32) }),
  response: z.object({}),
  errors: ['session_ended', 'step_up_required', 'attempt_unknown', 'rate_limited'],
})

/** The old device stores the data key, sealed to the new device's public key. */
export const sealDeviceTransfer = defineEndpoint({
  method: 'POST',
  path: '/v1/handovers/seal',
  summary: 'Hand the wallet to the new device',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ handoverId: idSchema, enc: bytesSchema(32), ct: bytesSchema(256) }),
  response: z.object({}),
  errors: ['session_ended', 'step_up_required', 'attempt_unknown', 'rate_limited'],
})

/** Waits (at most 25 s) for the other device. */
export const waitForDeviceTransfer = defineEndpoint({
  method: 'POST',
  path: '/v1/handovers/wait',
  summary: 'Wait for the other device of a device transfer',
  tag: 'Devices',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ handoverId: idSchema }),
  response: z.union([
    z.object({ status: z.literal('pending') }),
    z.object({ status: z.literal('answered'), pub: bytesSchema(32), mac: bytesSchema(32), device: z.string() }),
    z.object({ status: z.literal('sealed'), enc: bytesSchema(32), ct: bytesSchema(256) }),
  ]),
  errors: ['session_ended', 'step_up_required', 'attempt_unknown', 'rate_limited'],
})
