import { createContext, use } from 'react'
import type { SiteConfig } from './siteConfig.ts'

/** Carries the site's configuration. */
export const SiteContext = createContext<SiteConfig | undefined>(undefined)

/** The site's configuration. */
export function useSite(): SiteConfig {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite is used outside of SiteContext')
  return site
}
