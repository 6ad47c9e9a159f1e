import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The sites that may use the project, as its operator wrote them: `https://example.com`, `https://*.example.com`. */
export const getOrigins = defineEndpoint({
  method: 'GET',
  path: '/projects/v1/origins',
  summary: 'Origins that may use the project',
  tag: 'Projects',
  project: 'required',
  response: z.object({ allowedOrigins: z.array(z.string()) }),
  errors: [],
})

/** Something that a server may offer a project's visitors. */
export const featureSchema = z.object({
  id: z.enum(['social_login', 'activity', 'swap', 'onramp', 'names', 'siwx', 'smart_accounts', 'analytics']),
  isEnabled: z.boolean(),
  /** The parts of it that are there: the logins of `social_login` (`email` and those of `SocialProvider`), the providers of `swap` and `onramp`, the zone of `names`. */
  config: z.array(z.string()),
})

/** Something that a server may offer a project's visitors. */
export type Feature = z.infer<typeof featureSchema>

const projectConfig = {
  method: 'GET',
  summary: 'What this server offers the visitors of the project',
  tag: 'Projects',
  project: 'required',
  response: z.object({ features: z.array(featureSchema) }),
  errors: [],
} as const

/** What this server offers the project's visitors; only what is there says true. */
export const getProjectConfig = defineEndpoint({ ...projectConfig, path: '/projects/v1/config' })

/** The same, where existing clients of the wallet directory ask for it. */
export const getAppkitConfig = defineEndpoint({ ...projectConfig, path: '/appkit/v1/config' })
