import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { socialProviders } from '../frame/socialLogin.ts'
import { idSchema, timeSchema } from './fields.ts'

/** A login method of the user. The provider's ID of the person identifies it, never an email address. */
export const loginMethodSchema = z.object({
  id: idSchema,
  kind: z.enum(['email', ...socialProviders]),
  /** The email address, the verified address from the provider, or the name there; null without one. */
  label: z.nullable(z.string()),
  addedAt: timeSchema,
})

/** A login method of the user. */
export type LoginMethod = z.infer<typeof loginMethodSchema>

export const listLoginMethods = defineEndpoint({
  method: 'GET',
  path: '/v1/identities',
  summary: 'The ways in which the user signs in',
  tag: 'Social login',
  project: 'none',
  auth: 'session',
  response: z.object({
    identities: z.array(loginMethodSchema),
    /** Providers that can be added. */
    available: z.array(z.enum(socialProviders)),
  }),
  errors: ['session_ended', 'step_up_required'],
})

/** Removes a login method; never the last one. */
export const removeLoginMethod = defineEndpoint({
  method: 'POST',
  path: '/v1/identities/remove',
  summary: 'Take a way to sign in away',
  tag: 'Social login',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ identityId: idSchema }),
  response: z.object({}),
  errors: [
    'session_ended',
    'step_up_required',
    'device_not_enrolled',
    'identity_last',
    'identity_unknown',
    'login_unsettled',
    'frozen',
    'rate_limited',
  ],
})
