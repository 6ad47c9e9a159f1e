import { useSite } from '../site/SiteContext.ts'
import { canSignIn } from '../site/siteConfig.ts'
import type { IconName } from '../ui/Icon.tsx'

/** The pages in the order of the navigation. */
const navigation = [
  { to: '/', name: 'token', icon: 'token' },
  { to: '/portfolio', name: 'portfolio', icon: 'portfolio' },
  { to: '/activity', name: 'activity', icon: 'activity' },
  { to: '/account', name: 'account', icon: 'account' },
] as const satisfies readonly { to: string; name: string; icon: IconName }[]

/** Returns the pages of the navigation, without the account page on sites without sign-in. */
export function useNavigation(): readonly (typeof navigation)[number][] {
  const site = useSite()
  return canSignIn(site) ? navigation : navigation.filter(({ name }) => name !== 'account')
}
