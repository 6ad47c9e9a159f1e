import { isChainId } from '@latchkey/protocol'
import { arrangeBitcoinAccounts, readBitcoinAccount } from '../../bitcoin/readBitcoinAccount.ts'
import { readMember } from '../../walletStandard/readStandardWallet.ts'
import { listSessionAccounts, type SessionAccount } from '../readSessionAccounts.ts'
import type { SessionFamily } from '../SessionFamily.ts'

/**
 * The Bitcoin family of a session. A session contains one address per account. Wallets report other addresses, purposes and keys in the
 * session properties or with an event. Source: WalletConnect's Bitcoin RPC reference.
 */
export const bitcoinSessionFamily: SessionFamily = {
  namespace: 'bip122',
  readAccounts: (session) => {
    const named = listSessionAccounts(session, 'bip122').flatMap(({ chainId, address }) => {
      const account = readBitcoinAccount({ address })
      return account ? [{ ...account, chainId }] : []
    })
    return arrange(addTold(named, listTold(session.sessionProperties?.bip122_getAccountAddresses)))
  },
  accountsEvent: 'bip122_addressesChanged',
  readAddress: (entry) => {
    const address = String(readMember(entry, 'address') ?? entry)
      .split(':')
      .at(-1)
    return readBitcoinAccount({ address })?.address
  },
  addTold: (accounts, data) => arrange(addTold(accounts, data)),
  readChain: (data) => {
    const chainId = String(data).startsWith('bip122:') ? String(data) : `bip122:${String(data)}`
    return isChainId(chainId) ? chainId : undefined
  },
}

/** Reads the address list of the session properties: JSON text, or in some wallets a list per purpose. */
function listTold(text: unknown): readonly unknown[] {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (Array.isArray(value)) return value
    return Object.values(Object(value)).flatMap((list) => (Array.isArray(list) ? list : []))
  } catch {
    return []
  }
}

/**
 * Adds reported addresses to the accounts of a session. They count only if one of them is in the session, and only on that network, because
 * they may be older than the session's accounts.
 */
function addTold(named: readonly SessionAccount[], told: readonly unknown[]): readonly SessionAccount[] {
  const read = told.flatMap((entry) => {
    const { address, publicKey, path } = Object(entry) as Record<string, unknown>
    const intention = readMember(entry, 'intention')
    const purpose = intention === 'ordinal' ? 'ordinals' : intention
    const account = readBitcoinAccount({ address, publicKey, purpose })
    return account ? [{ ...account, ...(typeof path === 'string' ? { path: path.slice(0, 64) } : {}) }] : []
  })
  const own = named.find((account) => read.some(({ address }) => address === account.address))
  if (!own) return named
  const known = named.map((account) => ({ ...account, ...read.find(({ address }) => address === account.address) }))
  const more = read.filter(({ address }) => !named.some((account) => account.address === address))
  return [...known, ...more.map((account) => ({ ...account, chainId: own.chainId }))]
}

/** Sorts the payment account first, for each network. */
function arrange(accounts: readonly SessionAccount[]): readonly SessionAccount[] {
  const chains = [...new Set(accounts.map(({ chainId }) => chainId))]
  return chains.flatMap((chainId) => {
    const here = accounts.filter((account) => account.chainId === chainId)
    const arranged = arrangeBitcoinAccounts(here.map((account) => ({ account, chainIds: [chainId] })))
    return arranged.map(({ account }) => ({ ...account, chainId }))
  })
}
