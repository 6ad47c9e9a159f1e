import type { Owner } from '../owner/Owner.ts'
import type { StandardAccount, StandardWallet } from './StandardWallet.ts'

/** A picture for wallets without their own. */
const plainIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="8" fill="%237c3aed"/%3E%3Cpath d="M9 12h14v9H9z" fill="none" stroke="%23fff" stroke-width="2"/%3E%3C/svg%3E'

type Change = { accounts?: readonly StandardAccount[] }

/**
 * Creates the object that a wallet registers through the Wallet Standard. It has `standard:connect`, `standard:disconnect`,
 * `standard:events`, and the features of the family.
 *
 * @param options.read the accounts that a permitted site sees, the current one first
 */
export function createStandardWallet({
  owner,
  name,
  icon = plainIcon,
  chains,
  read,
  features,
}: {
  owner: Owner
  name: string
  icon?: string | undefined
  chains: readonly string[]
  read: () => readonly StandardAccount[]
  features: Record<string, Record<string, unknown>>
}): StandardWallet {
  const listeners = new Set<(change: Change) => void>()
  const shared = () => {
    const { permitted, present } = owner.getState()
    return permitted && present ? read() : []
  }
  let told = shared()
  owner.subscribe(() => {
    const accounts = shared()
    if (accounts.map(({ address }) => address).join() === told.map(({ address }) => address).join()) return
    told = accounts
    for (const listener of [...listeners]) listener({ accounts })
  })
  return {
    version: '1.0.0',
    name,
    icon,
    chains,
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (options?: { silent?: boolean }) => {
          const request = { method: 'standard:connect', params: options ? [options] : [] }
          owner.note(request)
          if (!options?.silent) await owner.permit(request)
          return { accounts: shared() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          owner.note({ method: 'standard:disconnect', params: [] })
          owner.revoke()
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: (change: Change) => void) => {
          if (event === 'change') listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      ...features,
    },
    get accounts() {
      return shared()
    },
  }
}
