import type { EvmAddress } from '@latchkey/protocol'
import {
  compactSignatureToSignature,
  hashMessage,
  parseCompactSignature,
  recoverAddress,
  type Signature,
  size,
} from 'viem'
import { mayHaveSigned } from './mayHaveSigned.ts'

/**
 * Tells whether a text (EIP-191) was signed by the key that an address is made of; no chain is asked. Taken are 65 bytes with 27, 28, 0 or 1
 * at the end, and 64 (ERC-2098). Of the two forms that each signature has both count: whoever keeps what was used keeps the text, not the signature.
 *
 * @returns false for everything else, and for what cannot be read
 */
export async function isSignedByKey({
  account,
  message,
  signature,
}: {
  account: EvmAddress
  message: string
  signature: `0x${string}`
}): Promise<boolean> {
  if (!mayHaveSigned({ account, signature })) return false
  try {
    const plain: Signature | `0x${string}` =
      size(signature) === 64 ? compactSignatureToSignature(parseCompactSignature(signature)) : signature
    const signer = await recoverAddress({ hash: hashMessage(message), signature: plain })
    return signer.toLowerCase() === account.toLowerCase()
  } catch {
    return false
  }
}
