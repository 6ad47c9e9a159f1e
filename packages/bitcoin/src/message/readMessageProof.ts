import { RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { fromBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import type { MessageProof } from './MessageProof.ts'
import { toSpendId } from './messageDigests.ts'

/** The forms of BIP-322 that are read here; "proof of funds" (`pof`) is none. */
export type ProofForm = 'simple' | 'full'

const prefixes: Readonly<Record<string, ProofForm>> = { smp: 'simple', ful: 'full' }
/** OP_RETURN. */
const emptyOutput = Uint8Array.of(0x6a)

/**
 * Reads a signature in base64, with or without the prefix of BIP-322.
 *
 * @returns its bytes, and the form that the prefix names
 * @throws LatchkeyError `malformed_request`
 */
export function readSignatureText(text: string): { bytes: Uint8Array; form?: ProofForm } {
  const form = prefixes[text.slice(0, 3)]
  // Three characters are no end of base64: with the prefix the length never is a multiple of four.
  return form && text.length % 4 === 3 ? { bytes: fromBase64(text.slice(3)), form } : { bytes: fromBase64(text) }
}

/**
 * Reads a signature of BIP-322 for a message of an address: a witness ("simple"), or the whole transaction that was signed ("full"), which
 * must be the one that belongs to this message and this script.
 *
 * @param options.form undefined: it is told by what the bytes are
 * @returns undefined for another message or script, and for more inputs (proof of funds) or other outputs
 * @throws Error for what cannot be read
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
  // There is one way to write it.
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

/** A version, 0 or 2, in four bytes: as a witness it would begin with an empty signature, or be none. */
function isTransaction(bytes: Uint8Array): boolean {
  return (bytes[0] === 0 || bytes[0] === 2) && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0
}
