import { isChainId } from '@latchkey/protocol'
import { readSolanaAccount } from '../../solana/readSolanaAccount.ts'
import { listSessionAccounts } from '../readSessionAccounts.ts'
import type { SessionFamily } from '../SessionFamily.ts'

/** The Solana family of a session. */
export const solanaSessionFamily: SessionFamily = {
  namespace: 'solana',
  readAccounts: (session) =>
    listSessionAccounts(session, 'solana').flatMap(({ chainId, address }) => {
      const account = readSolanaAccount({ address, publicKey: undefined })
      return account ? [{ ...account, chainId }] : []
    }),
  accountsEvent: 'accountsChanged',
  // CAIP-10, a plain address, or an object with one.
  readAddress: (entry) => {
    const { pubkey = entry } = Object(entry) as { pubkey?: unknown }
    const address = String(pubkey).split(':').at(-1) ?? ''
    return readSolanaAccount({ address, publicKey: undefined }) ? address : undefined
  },
  readChain: (data) => {
    const chainId = String(data).startsWith('solana:') ? String(data) : `solana:${String(data)}`
    return isChainId(chainId) ? chainId : undefined
  },
}
