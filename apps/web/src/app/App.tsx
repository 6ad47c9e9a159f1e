import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient } from '../api/createQueryClient.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { SignedInProvider } from '../signIn/SignedInProvider.tsx'
import { SiteContext } from '../site/SiteContext.ts'
import type { SiteConfig } from '../site/siteConfig.ts'
import { useSiteTheme } from '../theme/ThemeContext.ts'
import { ThemeProvider } from '../theme/ThemeProvider.tsx'
import { createSiteRouter } from './createSiteRouter.ts'
import { FirstPress } from './FirstPress.tsx'
import { toKitConfig } from './toKitConfig.ts'

/** The whole site: configuration, theme, the wallet kit, the cache of answers and the pages. */
export function App({ site }: { site: SiteConfig }) {
  const [cache] = useState(createQueryClient)
  return (
    <SiteContext value={site}>
      <ThemeProvider>
        <QueryClientProvider client={cache}>
          <Wallet site={site} />
        </QueryClientProvider>
      </ThemeProvider>
    </SiteContext>
  )
}

function Wallet({ site }: { site: SiteConfig }) {
  const [config] = useState(() => toKitConfig({ site, url: location.origin }))
  const [router] = useState(createSiteRouter)
  const { choice: mode } = useSiteTheme()
  const { kit } = useLanguage()
  return (
    <LatchkeyProvider config={config} theme={site.theme ? { mode, variables: site.theme } : { mode }} locale={kit}>
      <FirstPress />
      <SignedInProvider>
        <RouterProvider router={router} />
      </SignedInProvider>
    </LatchkeyProvider>
  )
}
