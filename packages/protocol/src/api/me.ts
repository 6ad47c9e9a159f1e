import * as z from 'zod/mini'
import { addressSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'
import { orderSchema } from './onramp.ts'

/** ISO 8601. */
const time = z.string()

/** The account that owns the data: CAIP-10, or an address. By default this browser's last account that signed in. */
const whose = z.object({ account: z.optional(z.string().check(z.maxLength(200))) })

const errors = ['siwx_unavailable', 'siwx_session_required'] as const

/** Largest number of saved addresses of an account. */
export const maxSavedAddresses = 500

/** An address that a visitor saved under a name. */
export const savedAddressSchema = z.object({
  id: z.string(),
  /** Of any family. */
  address: addressSchema,
  /** 1 to 60 characters, no control or bidirectional ones. */
  label: z.string(),
  createdAt: time,
  updatedAt: time,
})

/** An address that a visitor saved under a name. */
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

/** Saves an address, or changes the label of a saved one. */
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

/** Deletes a saved address. */
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

/** Settings of a visitor for the site, in every browser with a sign-in. Null: as in the browser. */
export const visitorSettingsSchema = z.object({
  theme: z.nullable(z.enum(['light', 'dark'])),
  /** BCP 47. */
  language: z.nullable(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/))),
})

/** Settings of a visitor for the site. */
export type VisitorSettings = z.infer<typeof visitorSettingsSchema>

/** Settings with the number of their last change; 0 before the first. */
const numberedSettings = z.object({ settings: visitorSettingsSchema, version: z.number() })

/** Settings of an account. */
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

/** Changes settings. `version` is from the last read. A change with an older version is refused. */
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

/** Onramp orders of an account from any browser, newest first. */
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

/** Roles of the visitor on the site, from all signed-in accounts of this browser. */
export const getMyRoles = defineEndpoint({
  method: 'GET',
  path: '/v1/me/roles',
  summary: 'The roles of the visitor',
  tag: 'Account',
  project: 'required',
  cookies: true,
  response: z.object({
    /** Whether a signed-in account is listed in `operators` of the server's configuration. */
    isOperator: z.boolean(),
  }),
  errors: [...errors, 'not_ready'],
})
