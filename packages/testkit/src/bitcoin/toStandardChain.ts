import { bitcoinNetworks } from '@latchkey/protocol'
import type { BitcoinChain } from './VirtualBitcoinWallet.ts'

/**
 * Converts the CAIP-2 ID of a Bitcoin network to the name in the Wallet Standard. Networks that share testnet's addresses become testnet.
 */
export function toStandardChain(chain: string): BitcoinChain {
  if (chain === bitcoinNetworks.mainnet) return 'bitcoin:mainnet'
  return chain === bitcoinNetworks.regtest ? 'bitcoin:regtest' : 'bitcoin:testnet'
}
