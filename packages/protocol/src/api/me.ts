import * as z from 'zod/mini'
import { addressSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'
import { orderSchema } from './onramp.ts'

/** ISO 8601. */
const time = z.string()

/** Whose things are meant: CAIP-10, or an address. Left out: the account that signed in last in this browser. */
const whose = z.object({ account: z.optional(z.string().check(z.maxLength(200))) })

const errors = ['siwx_unavailable', 'siwx_session_required'] as const

/** How many addresses an account can save. */
export const maxSavedAddresses = 500

/** An address that somebody saved under a name of their own. */
export const savedAddressSchema = z.object({
  id: z.string(),
  /** Of any family. */
  address: addressSchema,
  /** 1 to 60 characters, no control or bidirectional ones. */
  label: z.string(),
  createdAt: time,
  updatedAt: time,
})

/** An address that somebody saved under a name of their own. */
export type SavedAddress = z.infer<typeof savedAddressSchema>

/** The addresses that an account saved, by label. */
export const getSavedAddresses = defineEndpoint({
  method: 'GET',
  path: '/v1/me/addresses',
  summary: 'The saved addresses',
  tag: 'Account',
  project: 'required',
  cookies: true,
  query: whose,
  response: z.object({ addresses: z.array(savedAddressSchema) }),
  errors,
})

/** Saves an address, or gives the one that is saved another label. */
export const saveAddress = defineEndpoint({
  method: 'POST',
  path: '/v1/me/addresses',
  summary: 'Save an address',
  tag: 'Account',
  project: 'required',
  cookies: true,
  query: whose,
  body: z.object({ address: addressSchema, label: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: savedAddressSchema,
  errors: [...errors, 'malformed_address', 'saved_addresses_full'],
})

/** Forgets a saved address. */
export const removeSavedAddress = defineEndpoint({
  method: 'POST',
  path: '/v1/me/addresses/{id}/remove',
  summary: 'Forget a saved address',
  tag: 'Account',
  project: 'required',
  cookies: true,
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  query: whose,
  response: z.object({}),
  errors: [...errors, 'saved_address_unknown'],
})

/** What somebody set for the site; the same in every browser in which they sign in. Null: as the browser says. */
export const visitorSettingsSchema = z.object({
  theme: z.nullable(z.enum(['light', 'dark'])),
  /** BCP 47. */
  language: z.nullable(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/))),
})

/** What somebody set for the site. */
export type VisitorSettings = z.infer<typeof visitorSettingsSchema>

/** Settings with the number of their last change; 0 when nothing was set. */
const numberedSettings = z.object({ settings: visitorSettingsSchema, version: z.number() })

/** What an account set. */
export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/v1/me/settings',
  summary: 'The settings of an account',
  tag: 'Account',
  project: 'required',
  cookies: true,
  query: whose,
  response: numberedSettings,
  errors,
})

/** Changes settings. `version` is the one that they were read with: a change that did not see the last one is refused. */
export const saveSettings = defineEndpoint({
  method: 'POST',
  path: '/v1/me/settings',
  summary: 'Change the settings of an account',
  tag: 'Account',
  project: 'required',
  cookies: true,
  query: whose,
  body: z.object({ settings: visitorSettingsSchema, version: z.number() }),
  response: numberedSettings,
  errors: [...errors, 'settings_conflict'],
})

/** What was bought for an account with a card or a bank account, in whatever browser, newest first. */
export const getMyOrders = defineEndpoint({
  method: 'GET',
  path: '/v1/me/orders',
  summary: 'The purchases of an account',
  tag: 'Account',
  project: 'required',
  cookies: true,
  query: z.extend(whose, { cursor: z.optional(z.string().check(z.maxLength(500))) }),
  response: z.object({ orders: z.array(orderSchema), next: z.nullable(z.string()) }),
  errors: [...errors, 'malformed_cursor'],
})

/** What the visitor may do on the site beside their own, in whichever account of this browser. Says nothing of anybody else. */
export const getMyRoles = defineEndpoint({
  method: 'GET',
  path: '/v1/me/roles',
  summary: 'The roles of the visitor',
  tag: 'Account',
  project: 'required',
  cookies: true,
  response: z.object({
    /** Whether an account that is signed in is listed under `operators` in the server's configuration. */
    isOperator: z.boolean(),
  }),
  errors: [...errors, 'not_ready'],
})
