import { LatchkeyError } from '@latchkey/protocol'
import { toHex } from '../bytes/hex.ts'
import { nameOf, sumOf } from '../coins/selectCoins.ts'
import { openPsbt } from '../psbt/openPsbt.ts'
import { readPsbt } from '../psbt/readPsbt.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import type { TransactionOutput } from '../transaction/TransactionOutput.ts'
import { type Payment, replaceableSequence } from './Payment.ts'
import { readSignatures, type SignedInput } from './readSignatures.ts'

/**
 * Compares a PSBT, unsigned or signed, or a signed transaction with a payment, to the satoshi. Coins and their values, outputs, fee
 * and lock time must be equal. Signatures must leave nothing open (ALL or DEFAULT).
 *
 * @throws LatchkeyError `send_failed` if anything differs; `malformed_request` for bytes that are neither
 * @example
 * assertPayment({ payment, hex: finalizePsbt({ psbt: signed }).hex })
 */
export function assertPayment({
  payment,
  ...signed
}: { payment: Payment } & ({ psbt: string } | { hex: string })): void {
  const { chainId, inputs, outputs, fee, lockTime } = payment
  if (sumOf(inputs) - sumOf(outputs) !== fee) throw differs('the fee')
  const read =
    'psbt' in signed ? readPsbt({ psbt: signed.psbt, chainId }) : readTransaction({ hex: signed.hex, chainId })
  if (read.version !== 2 || read.lockTime !== lockTime) throw differs('version or lock time')
  if (!isSame(read.inputs.map(nameOf), inputs.map(nameOf))) throw differs('the coins')
  if (!isSame(read.outputs.map(toText), outputs.map(toText))) throw differs('what is paid')
  const byName = new Map(inputs.map((coin) => [nameOf(coin), coin]))
  for (const input of read.inputs) {
    const coin = byName.get(nameOf(input))
    if (!coin || input.sequence !== replaceableSequence) throw differs('a sequence')
    if (!('value' in input)) continue
    if (input.value !== coin.value || toHex(input.script ?? new Uint8Array()) !== toHex(coin.script))
      throw differs('the worth of a coin')
    if (!input.sighash.isPlain) throw differs('what a signature covers')
  }
  const spent: readonly SignedInput[] =
    'psbt' in signed ? inputsOf(signed.psbt) : readTransaction({ hex: signed.hex, chainId }).inputs
  for (const [index, input] of spent.entries()) {
    const coin = byName.get(nameOf(read.inputs[index] as (typeof read.inputs)[number]))
    const signatures = readSignatures({ input, isTaproot: coin?.type === 'p2tr' })
    if ('hex' in signed && signatures.length === 0) throw differs('a signature is missing')
    for (const { sighash } of signatures) if (sighash > 1) throw differs('what a signature covers')
  }
}

function inputsOf(psbt: string): readonly SignedInput[] {
  const transaction = openPsbt(psbt)
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const raw = transaction.getInput(index)
    return {
      scriptSig: raw.finalScriptSig ?? new Uint8Array(),
      witness: raw.finalScriptWitness ?? [],
      partial: [...(raw.partialSig ?? []).map(([, signature]) => signature), ...(raw.tapKeySig ? [raw.tapKeySig] : [])],
      // Script trees are never signed here.
      foreign: raw.tapScriptSig?.length ?? 0,
    }
  })
}

/** Whether both have the same texts equally often, in any order. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && [...one].sort().join() === [...other].sort().join()
}

function toText({ script, value }: Pick<TransactionOutput, 'script' | 'value'>): string {
  return `${toHex(script)}:${value}`
}

function differs(what: string): LatchkeyError {
  return new LatchkeyError('send_failed', { details: `The signed transaction differs from the one shown: ${what}` })
}
