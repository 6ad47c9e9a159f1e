import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { decodePsbt } from './psbt.ts'
import { encodeSignedTransaction, encodeTransaction, hash256 } from './transaction.ts'

/**
 * Creates the transaction of a PSBT whose inputs are all signed. Each input has a signature with its key (P2WPKH), a signature only
 * (taproot by key), or an already finalized witness. Source: BIP-174, input finalizer and transaction extractor.
 *
 * @returns the serialized transaction for a node, and its ID
 * @throws Error if an input is not signed, or is signed in another way
 */
export function finalizePsbt({ psbt: bytes }: { psbt: Uint8Array }): { transaction: Uint8Array; txid: string } {
  const { transaction, inputs } = decodePsbt(bytes)
  const witnesses = inputs.map((map, index) => {
    const finished = map.get('08')
    if (finished) return readWitness(finished)
    const taproot = map.get('13')
    if (taproot) return [taproot]
    const signature = [...map].find(([key]) => key.startsWith('02'))
    if (!signature) throw new Error(`Input ${index} is not signed`)
    return [signature[1], hexToBytes(signature[0].slice(2))]
  })
  return {
    transaction: encodeSignedTransaction({ transaction, witnesses }),
    txid: bytesToHex(hash256(encodeTransaction(transaction)).reverse()),
  }
}

/** The parts of a finalized witness. The length of each part must fit in one byte. */
function readWitness(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  let offset = 1
  for (let count = bytes[0] ?? 0; count > 0; count--) {
    const length = bytes[offset] ?? 0
    if (length >= 0xfd) throw new Error('A witness that this wallet does not read')
    parts.push(bytes.slice(offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return parts
}
