import type { ChainId } from '@latchkey/protocol'
import { Address } from '@scure/btc-signer/payment.js'
import { PubT, validatePubkey } from '@scure/btc-signer/utils.js'
import type { AddressType, BitcoinAddress } from './BitcoinAddress.ts'
import { knownNetworks, networkParameters } from './networkParameters.ts'
import { writeScript } from './readScript.ts'

/**
 * Parses an address strictly, for one network. It requires base58check with the network's version bytes, or bech32 for segwit 0 and
 * bech32m for Taproot, with the network's human-readable part and without mixed case. A Taproot address must be a valid key. Source:
 * BIP-173, BIP-350, BIP-341.
 * @returns undefined for anything else, including addresses of other networks and unknown witness versions
 * @throws LatchkeyError `unsupported_chain`
 * @example
 * readAddress({ text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', chainId: bitcoinNetworks.mainnet })?.type // 'p2wpkh'
 */
export function readAddress({ text, chainId }: { text: string; chainId: ChainId }): BitcoinAddress | undefined {
  const network = networkParameters(chainId)
  try {
    const read = Address(network).decode(text)
    if (!read || !(read.type in types)) return undefined
    const type = types[read.type as keyof typeof types]
    const program = 'hash' in read ? (read.hash as Uint8Array) : 'pubkey' in read ? read.pubkey : undefined
    if (!program) return undefined
    // A point off the curve has no key: a payment to it is lost.
    if (type === 'p2tr') validatePubkey(program, PubT.schnorr)
    const address = text.toLowerCase().startsWith(`${network.bech32}1`) ? text.toLowerCase() : text
    return { address, type, script: writeScript({ type, program }) }
  } catch {
    return undefined
  }
}

/** Returns the networks on which a text is an address: test networks share their formats. Empty if it is none. */
export function findAddressNetworks({ text }: { text: string }): readonly ChainId[] {
  return knownNetworks.filter((chainId) => readAddress({ text, chainId }) !== undefined)
}

const types = { pkh: 'p2pkh', sh: 'p2sh', wpkh: 'p2wpkh', wsh: 'p2wsh', tr: 'p2tr' } as const satisfies Record<
  string,
  AddressType
>
