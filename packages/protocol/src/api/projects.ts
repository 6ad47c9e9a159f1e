import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The sites that can use the project, as in the configuration: `https://example.com`, `https://*.example.com`. */
export const getOrigins = defineEndpoint({
  method: 'GET',
  path: '/projects/v1/origins',
  summary: 'Origins that may use the project',
  tag: 'Projects',
  project: 'required',
  response: z.object({ allowedOrigins: z.array(z.string()) }),
  errors: [],
})

/** A feature that a server can offer to a project's visitors. */
export const featureSchema = z.object({
  id: z.enum(['social_login', 'activity', 'swap', 'onramp', 'names', 'siwx', 'smart_accounts', 'analytics']),
  isEnabled: z.boolean(),
  /** Available parts: logins of `social_login` (`email` and `SocialProvider`s), providers of `swap` and `onramp`, the zone of `names`. */
  config: z.array(z.string()),
})

/** A feature that a server can offer to a project's visitors. */
export type Feature = z.infer<typeof featureSchema>

const projectConfig = {
  method: 'GET',
  summary: 'Features that this server offers to visitors of the project',
  tag: 'Projects',
  project: 'required',
  response: z.object({ features: z.array(featureSchema) }),
  errors: [],
} as const

/** The features that this server offers to the project's visitors. Only available ones are enabled. */
export const getProjectConfig = defineEndpoint({ ...projectConfig, path: '/projects/v1/config' })

/** The same, under the path of existing clients of the wallet directory. */
export const getAppkitConfig = defineEndpoint({ ...projectConfig, path: '/appkit/v1/config' })
