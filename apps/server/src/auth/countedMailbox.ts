import { normalizeEmail } from './emailAddress.ts'

/** Providers that ignore these signs in what stands before the @, and the names that they go by. */
const providers = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'], ignored: /[._-]/g },
]

/**
 * The mailbox that an address leads to, as far as that can be told: without a sub-address, and without signs that its provider ignores. For
 * counting mails only: people are told apart by what they wrote.
 *
 * @example countedMailbox('Ada.Lovelace+shop@googlemail.com') // 'adalovelace@gmail.com'
 */
export function countedMailbox(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at + 1)
  const provider = providers.find(({ domains }) => domains.includes(domain))
  // A mailbox cannot be nothing but a sub-address.
  const name = provider ? local.replace(provider.ignored, '') : local
  return `${name || address.slice(0, at)}@${provider?.domains[0] ?? domain}`
}
