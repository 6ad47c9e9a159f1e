import { fromHex, type KeyAddressType, keyScripts, readAddress, toHex } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'

/** The address that pays, with its key. */
export type PaymentAccount = {
  address: string
  type: KeyAddressType
  script: Uint8Array
  /** 33 bytes; undefined if the wallet does not report it, or reports one of another address. */
  publicKey: Uint8Array | undefined
}

/**
 * Returns the type of a paying address, and its public key if the reported one matches. A P2SH address is treated as wrapped segwit, which
 * wallets use (BIP-49). With another script, the signature cannot be finalized, and nothing is sent.
 *
 * @param options.publicKey hexadecimal, as reported by the wallet
 * @returns undefined if a single key cannot spend from it: P2WSH
 * @throws LatchkeyError `unsupported_chain`
 */
export function readPaymentAccount({
  address,
  publicKey: told,
  chainId,
}: {
  address: string
  publicKey: string | undefined
  chainId: ChainId
}): PaymentAccount | undefined {
  const read = readAddress({ text: address, chainId })
  if (!read || read.type === 'p2wsh') return undefined
  const type = read.type === 'p2sh' ? 'p2sh-p2wpkh' : read.type
  const publicKey = fittingKey({ told, type, script: read.script })
  return { address: read.address, type, script: read.script, publicKey }
}

function fittingKey({
  told,
  type,
  script,
}: {
  told: string | undefined
  type: KeyAddressType
  script: Uint8Array
}): Uint8Array | undefined {
  if (told === undefined) return undefined
  try {
    const publicKey = fromHex(told)
    return toHex(keyScripts({ publicKey, type }).script) === toHex(script) ? publicKey : undefined
  } catch {
    return undefined
  }
}
