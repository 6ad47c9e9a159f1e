import {
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionVersionDecoder,
} from '@solana/kit'
import type { SignedTransaction } from './TransactionRecord.ts'

/** Decodes the wire bytes of a transaction. Undefined if they are invalid or have an unsupported version. */
export function readSignedTransaction(wire: Uint8Array): SignedTransaction | undefined {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const version = getTransactionVersionDecoder().decode(messageBytes)
    if (version !== 'legacy' && version !== 0) return undefined
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version !== 'legacy' && message.version !== 0) return undefined
    const texts = Object.values(signatures).map((signature) =>
      getBase58Decoder().decode(signature ?? new Uint8Array(64)),
    )
    const [signature] = texts
    if (signature === undefined || !('lifetimeToken' in message)) return undefined
    return { signature, signatures: texts, wire, message }
  } catch {
    return undefined
  }
}
