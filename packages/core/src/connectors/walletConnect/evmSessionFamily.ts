import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { readChainId } from '../provider/readChainId.ts'
import { readSessionAccounts } from './readSessionAccounts.ts'
import type { SessionFamily } from './SessionFamily.ts'

/** The `eip155` family of a session. */
export const evmSessionFamily: SessionFamily = {
  namespace: 'eip155',
  readAccounts: readSessionAccounts,
  accountsEvent: 'accountsChanged',
  readAddress: (entry) => {
    const address = String(entry).split(':').at(-1) ?? ''
    return /^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : undefined
  },
  readChain: (data) => {
    try {
      return readChainId(typeof data === 'string' ? data.replace(/^eip155:/, '') : data)
    } catch {
      return undefined
    }
  },
}
