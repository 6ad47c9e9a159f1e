import type { IconName } from '../ui/Icon.tsx'

/** The pages in the order in which the navigation shows them. */
export const navigation = [
  { to: '/', name: 'token', icon: 'token' },
  { to: '/portfolio', name: 'portfolio', icon: 'portfolio' },
  { to: '/activity', name: 'activity', icon: 'activity' },
] as const satisfies readonly { to: string; name: string; icon: IconName }[]
