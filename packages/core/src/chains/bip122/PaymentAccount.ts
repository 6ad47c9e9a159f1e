import { fromHex, type KeyAddressType, keyScripts, readAddress, toHex } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'

/** The address that pays, and what is known of its key. */
export type PaymentAccount = {
  address: string
  type: KeyAddressType
  script: Uint8Array
  /** 33 bytes; undefined where the wallet does not tell, or tells one that is not the address's. */
  publicKey: Uint8Array | undefined
}

/**
 * Reads which kind of address pays, and whether the key that the wallet told fits. A P2SH address is taken for a wrapped segwit key, which is
 * what wallets have (BIP-49): what another script signs cannot be finished, and is not sent.
 *
 * @param options.publicKey hexadecimal, as the wallet told it
 * @returns undefined where one key alone cannot spend from it: P2WSH
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
