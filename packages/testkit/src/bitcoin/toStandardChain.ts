import { bitcoinNetworks } from '@latchkey/protocol'
import type { BitcoinChain } from './VirtualBitcoinWallet.ts'

/** A Bitcoin network by its CAIP-2 id as the Wallet Standard names it; those that share testnet's addresses are testnet here. */
export function toStandardChain(chain: string): BitcoinChain {
  if (chain === bitcoinNetworks.mainnet) return 'bitcoin:mainnet'
  return chain === bitcoinNetworks.regtest ? 'bitcoin:regtest' : 'bitcoin:testnet'
}
