import { malformed, readBytes } from '../bytes/readBytes.ts'
import { readMessage } from './readMessage.ts'
import type { Transaction } from './Transaction.ts'

/** A transaction with its signatures fits one packet. Source: solana-packet, `PACKET_DATA_SIZE`. */
export const largestTransaction = 1232

/**
 * Parses a transaction in its wire format: its signatures, then the message that they sign. Signatures are not verified here
 * (`verifySignature`).
 *
 * @throws LatchkeyError `malformed_request` if the bytes are no transaction of a known version
 * @example
 * const { feePayer, instructions } = readTransaction(bytes)
 * if (instructions[0]?.program === 'system' && instructions[0].type === 'transfer') show(instructions[0].lamports)
 */
export function readTransaction(bytes: Uint8Array): Transaction {
  if (bytes.length > largestTransaction) throw malformed(`A transaction has ${largestTransaction} bytes at most`)
  const { signatures, messageBytes } = splitTransaction(bytes)
  const message = readMessage(messageBytes)
  if (signatures.length !== message.requiredSigners.length)
    throw malformed('The transaction’s numbers of signatures and signers differ')
  return {
    ...message,
    signatures: message.requiredSigners.map((address, index) => {
      const signature = signatures[index]
      return { address, signature: signature?.some((byte) => byte !== 0) ? signature : undefined }
    }),
    messageBytes,
  }
}

/** Splits signatures and message. Both are views of the same bytes. */
function splitTransaction(bytes: Uint8Array): { signatures: Uint8Array[]; messageBytes: Uint8Array } {
  const reader = readBytes(bytes)
  const signatures = Array.from({ length: reader.shortLength() }, () => reader.take(64))
  return { signatures, messageBytes: reader.take(reader.left()) }
}
