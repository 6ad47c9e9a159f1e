import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { sessionTokensSchema } from './auth.ts'
import { idSchema, linkTokenSchema, originSchema, projectIdSchema, timeSchema } from './fields.ts'

/** WebAuthn options and responses use the standard's JSON (`PublicKeyCredentialCreationOptionsJSON` and so on). */
const webAuthnJson = z.record(z.string(), z.unknown())

/**
 * WebAuthn options for one challenge, which the second request names. The challenge is SHA-256 of `passkeyChallengeText` with the purpose
 * and `nonce`. A client checks that before it uses the passkey.
 */
const passkeyChallengeSchema = z.object({ challengeId: idSchema, nonce: linkTokenSchema, options: webAuthnJson })

/** The passkey's answer to a challenge. */
const passkeyAnswerSchema = z.strictObject({ challengeId: idSchema, response: webAuthnJson })

/** Options for a new passkey: resident, with user verification, and PRF with the constant salt. */
export const startPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/register/start',
  summary: 'Options for a new passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'session',
  response: passkeyChallengeSchema,
  errors: [
    'session_ended',
    'step_up_required',
    'device_not_enrolled',
    'origin_not_allowed',
    'project_unknown',
    'rate_limited',
  ],
})

/** Stores a new passkey for login and step-up. To make it a recovery factor, use `addFactor`. */
export const finishPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/register/finish',
  summary: 'Store a new passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ challengeId: idSchema, response: webAuthnJson, prfEnabled: z.boolean() }),
  response: z.object({ credentialId: z.string() }),
  errors: ['session_ended', 'step_up_required', 'device_not_enrolled', 'passkey_refused', 'rate_limited'],
})

/** Options for a login by passkey, without a user name. */
export const startPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/login/start',
  summary: 'Options for a login by passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'proof',
  body: z.strictObject({ projectId: projectIdSchema, hostOrigin: originSchema }),
  response: passkeyChallengeSchema,
  errors: ['origin_not_allowed', 'project_unknown', 'rate_limited', 'proof_invalid'],
})

/** Logs in by passkey, with the DPoP key of the start. */
export const finishPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/login/finish',
  summary: 'Log in by passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'proof',
  body: passkeyAnswerSchema,
  response: sessionTokensSchema,
  errors: ['passkey_refused', 'origin_not_allowed', 'project_unknown', 'rate_limited', 'proof_invalid'],
})

/** Options to confirm a sensitive action, or to unlock, with one of the account's passkeys. */
export const startPasskeyStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/step-up/start',
  summary: 'Options for a step-up by passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: passkeyChallengeSchema,
  errors: ['session_ended', 'passkey_unknown', 'rate_limited'],
})

/** Confirms by passkey. The login counts as fresh for five minutes. */
export const finishPasskeyStepUp = defineEndpoint({
  method: 'POST',
  path: '/v1/passkeys/step-up/finish',
  summary: 'Step up by passkey',
  tag: 'Passkeys',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  body: passkeyAnswerSchema,
  response: z.object({ freshUntil: timeSchema }),
  errors: ['session_ended', 'passkey_refused', 'rate_limited'],
})
