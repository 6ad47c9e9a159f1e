/** The English texts of several connected wallets. They load with their view. Otherwise as in `en.ts`. */
export const walletsEn = {
  'wallets.active': 'Active',
  'wallets.unreachable': 'Not reachable now',
  'wallets.recent': 'Recent',
  'wallets.add': 'Add another wallet',
  'wallets.more': 'More about {wallet}',
  'wallets.addresses': 'Addresses of {wallet}',
  'wallets.confirm': 'Disconnect {wallet}?',
  'wallets.keep': 'Keep',
} as const
