import type { ChainId } from '@latchkey/protocol'
import { readAddress } from '../address/readAddress.ts'
import { readMessageProof, readSignatureText } from './readMessageProof.ts'
import { verifyLegacyMessage } from './verifyLegacyMessage.ts'
import { verifyMessageProof } from './verifyMessageProof.ts'

/**
 * Returns whether an address signed a message. It supports:
 * - BIP-322 "simple": P2SH-P2WPKH, P2WPKH, P2TR by the key path
 * - BIP-322 "full": those, and P2PKH
 * - the legacy form of 65 bytes: P2PKH, P2SH-P2WPKH, P2WPKH, with the headers of BIP-137 or older ones
 *
 * A proof that becomes valid later is refused, and so is a proof of funds. Scripts (P2WSH, script paths of P2TR) are not run.
 * @param signature bytes, or base64 with or without the prefixes `smp` and `ful` of BIP-322
 * @throws LatchkeyError `unsupported_chain`; a malformed signature does not throw
 */
export function verifyMessage({
  message,
  address,
  signature,
  chainId,
}: {
  message: string
  address: string
  signature: Uint8Array | string
  chainId: ChainId
}): boolean {
  const read = readAddress({ text: address, chainId })
  if (!read) return false
  try {
    const { bytes, form } = typeof signature === 'string' ? readSignatureText(signature) : { bytes: signature }
    if (form === undefined && bytes.length === 65 && (bytes[0] ?? 0) >= 27)
      return verifyLegacyMessage({ message, address: read, signature: bytes })
    const proof = readMessageProof({ message, script: read.script, bytes, form })
    const isNow = proof?.lockTime === 0 && proof.sequence === 0
    return isNow && verifyMessageProof({ message, address: read, proof })
  } catch {
    return false
  }
}
