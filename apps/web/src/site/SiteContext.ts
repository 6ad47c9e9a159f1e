import { createContext, use } from 'react'
import type { SiteConfig } from './siteConfig.ts'

/** Provides the site's configuration. */
export const SiteContext = createContext<SiteConfig | undefined>(undefined)

/** Returns the site's configuration. */
export function useSite(): SiteConfig {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite is used outside of SiteContext')
  return site
}
