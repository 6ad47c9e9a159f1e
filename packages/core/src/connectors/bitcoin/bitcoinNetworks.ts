import type { ChainId } from '@latchkey/protocol'
import { fromStandardChain, toStandardName } from '../walletStandard/standardChains.ts'

/** Reads the network names of Bitcoin wallets: `Mainnet`, `livenet`, `BITCOIN_TESTNET4`, …; undefined for any other. */
export function readBitcoinNetwork(name: unknown): ChainId | undefined {
  if (typeof name !== 'string') return undefined
  const key = name.toLowerCase().replace(/^bitcoin[_:]/, '')
  return fromStandardChain(`bitcoin:${key === 'livenet' ? 'mainnet' : key}`)
}

/** Returns the network's name in the sats-connect protocol: `Mainnet`. */
export function toSatsNetwork(chainId: ChainId | undefined): string | undefined {
  const name = toStandardName(chainId)
  return name && name.charAt(0).toUpperCase() + name.slice(1)
}
