import { normalizeEmail } from './emailAddress.ts'

/** Providers that ignore these characters before the @, with their domains. */
const providers = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
]

/**
 * Returns the mailbox of an address, as far as it can be determined. Removes a sub-address and the characters that its provider ignores.
 * Only for counting emails: users are identified by the address that they entered.
 *
 * @example countedMailbox('Ada.Lovelace+shop@googlemail.com') // 'adalovelace@gmail.com'
 */
export function countedMailbox(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at + 1)
  const provider = providers.find(({ domains }) => domains.includes(domain))
  // A mailbox cannot consist of a sub-address only.
  const name = provider ? local.replace(provider.ignored, '') : local
  return `${name || address.slice(0, at)}@${provider?.domains[0] ?? domain}`
}
