import { bitcoinNetworks, type ChainId, LatchkeyError } from '@latchkey/protocol'

/** Parameters of a Bitcoin network's addresses and keys. */
export type NetworkParameters = {
  /** The human-readable part of segwit addresses (BIP-173). */
  bech32: string
  /** Version byte of base58 addresses of a public key's hash. */
  pubKeyHash: number
  /** Version byte of base58 addresses of a script's hash. */
  scriptHash: number
  /** Version byte of a private key in WIF. */
  wif: number
  /** The second level of BIP-44 paths: 0 on the main network, 1 on all others. */
  coinType: 0 | 1
}

const main: NetworkParameters = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80, coinType: 0 }
const test: NetworkParameters = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef, coinType: 1 }

const parameters = new Map<ChainId, NetworkParameters>([
  [bitcoinNetworks.mainnet, main],
  [bitcoinNetworks.testnet, test],
  [bitcoinNetworks.testnet4, test],
  [bitcoinNetworks.signet, test],
  [bitcoinNetworks.regtest, { ...test, bech32: 'bcrt' }],
])

/**
 * Returns the parameters of a Bitcoin network, by its CAIP-2 ID. Source: BIP-173, `chainparams.cpp` of Bitcoin Core.
 * @throws LatchkeyError `unsupported_chain`
 */
export function networkParameters(chainId: ChainId): NetworkParameters {
  const known = parameters.get(chainId)
  if (!known) throw new LatchkeyError('unsupported_chain', { message: 'Unsupported chain', details: chainId })
  return known
}

/** The Bitcoin networks that this package knows, by CAIP-2. */
export const knownNetworks: readonly ChainId[] = [...parameters.keys()]
