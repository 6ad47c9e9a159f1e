import { schnorr } from '@noble/curves/secp256k1'
import { Transaction } from '@scure/btc-signer'
import type { BcoinTransaction } from './bcoin.ts'

/** Signature hash types of BIP-341. */
const hashTypes: readonly number[] = [0, 1, 2, 3, 0x81, 0x82, 0x83]

/** Whether a script pays to Taproot (BIP-341). */
function isTaproot(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === 0x51 && script[1] === 32
}

/**
 * Verifies the inputs that spend Taproot outputs by their key. bcoin accepts them without a check.
 *
 * @param spent The outputs that the inputs spend, in their order.
 * @returns The fault, or undefined. Script spends are refused, because this node cannot run the scripts.
 * Source: BIP-341.
 */
export function verifyTaproot({
  transaction,
  spent,
}: {
  transaction: BcoinTransaction
  spent: readonly { script: Uint8Array; value: number }[]
}): string | undefined {
  const indexes = spent.flatMap(({ script }, index) => (isTaproot(script) ? [index] : []))
  if (indexes.length === 0) return undefined
  const parsed = Transaction.fromRaw(transaction.toRaw(), {
    ...{ allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true },
  })
  const scripts = spent.map(({ script }) => Uint8Array.from(script))
  const amounts = spent.map(({ value }) => BigInt(value))
  for (const index of indexes) {
    const witness = [...(transaction.inputs[index]?.witness.items ?? [])]
    const last = witness.at(-1)
    const annex = witness.length > 1 && last?.[0] === 0x50 ? witness.pop() : undefined
    const [signature] = witness
    if (!signature) return 'Witness program was passed an empty witness'
    if (witness.length > 1) return 'This local node does not run scripts of Taproot'
    if (signature.length !== 64 && signature.length !== 65) return 'Invalid Schnorr signature size'
    const hashType = signature[64] ?? 0
    if (!hashTypes.includes(hashType) || (signature.length === 65 && hashType === 0)) {
      return 'Invalid Schnorr signature hash type'
    }
    const key = scripts[index]?.subarray(2)
    const hash = parsed.preimageWitnessV1(
      ...([index, scripts, hashType, amounts, undefined, undefined, undefined] as const),
      annex ? Uint8Array.from(annex) : undefined,
    )
    if (!key || !schnorr.verify(Uint8Array.from(signature.subarray(0, 64)), hash, key)) {
      return 'Invalid Schnorr signature'
    }
  }
  return undefined
}
