import { RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { fromBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import type { MessageProof } from './MessageProof.ts'
import { toSpendId } from './messageDigests.ts'

/** Supported forms of BIP-322, without "proof of funds" (`pof`). */
export type ProofForm = 'simple' | 'full'

const prefixes: Readonly<Record<string, ProofForm>> = { smp: 'simple', ful: 'full' }
/** OP_RETURN. */
const emptyOutput = Uint8Array.of(0x6a)

/**
 * Parses a signature in base64, with or without the prefix of BIP-322.
 *
 * @returns its bytes, and the form of the prefix
 * @throws LatchkeyError `malformed_request`
 */
export function readSignatureText(text: string): { bytes: Uint8Array; form?: ProofForm } {
  const form = prefixes[text.slice(0, 3)]
  // Base64 cannot end after three characters of a group: with the prefix, the length is never a multiple of four.
  return form && text.length % 4 === 3 ? { bytes: fromBase64(text.slice(3)), form } : { bytes: fromBase64(text) }
}

/**
 * Parses a BIP-322 signature for a message and an address. It is a witness ("simple"), or the whole signed transaction ("full"), which
 * must be the one for this message and this script.
 *
 * @param options.form undefined: detected from the bytes
 * @returns undefined for another message or script, and for more inputs (proof of funds) or other outputs
 * @throws Error if the bytes are malformed
 */
export function readMessageProof({
  message,
  script,
  bytes,
  form = isTransaction(bytes) ? 'full' : 'simple',
}: {
  message: string
  script: Uint8Array
  bytes: Uint8Array
  form?: ProofForm | undefined
}): MessageProof | undefined {
  if (form === 'simple') {
    const witness = RawWitness.decode(bytes)
    return { version: 0, lockTime: 0, sequence: 0, scriptSig: new Uint8Array(), witness }
  }
  const transaction = RawTx.decode(bytes)
  // Only the canonical encoding is valid.
  if (!equalBytes(RawTx.encode(transaction), bytes)) return undefined
  const { version, lockTime, inputs, outputs, witnesses } = transaction
  const [input, ...moreInputs] = inputs
  const [output, ...moreOutputs] = outputs
  if (!input || !output || moreInputs.length > 0 || moreOutputs.length > 0) return undefined
  if (version !== 0 && version !== 2) return undefined
  if (!equalBytes(input.txid, toSpendId({ message, script })) || input.index !== 0) return undefined
  if (output.amount !== 0n || !equalBytes(output.script, emptyOutput)) return undefined
  const { sequence, finalScriptSig: scriptSig } = input
  return { version, lockTime, sequence, scriptSig, witness: witnesses?.[0] ?? [] }
}

/** The version, 0 or 2, in four bytes. As a witness it would start with an empty signature, or be empty. */
function isTransaction(bytes: Uint8Array): boolean {
  return (bytes[0] === 0 || bytes[0] === 2) && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0
}
