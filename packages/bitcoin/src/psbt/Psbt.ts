import type { AddressType } from '../address/BitcoinAddress.ts'
import type { TransactionOutput } from '../transaction/TransactionOutput.ts'
import type { Sighash } from './sighash.ts'

/**
 * Unusual property of an input or a whole transaction, to show before signing.
 *
 * - `amount_missing`: the input's value is unknown, and so is the fee.
 * - `amount_unproven`: the amount is a claim. If it is a lie, another signature could turn the difference into a fee. Only the
 *   previous transaction proves it (`nonWitnessUtxo`), except for Taproot, whose signature covers all amounts.
 * - `sighash_unsafe`: a signature would leave something open to change (anything except ALL and DEFAULT).
 * - `script_unknown`: the script of the input or output has no address.
 * - `input_repeated`: the same coin twice.
 * - `outputs_exceed_inputs`: the outputs exceed the inputs.
 * - `data`: an output carries data (OP_RETURN).
 * - `burnt`: an unspendable output has an amount.
 */
export type PsbtFinding =
  | 'amount_missing'
  | 'amount_unproven'
  | 'sighash_unsafe'
  | 'script_unknown'
  | 'input_repeated'
  | 'outputs_exceed_inputs'
  | 'data'
  | 'burnt'

/** One input of a PSBT. */
export type PsbtInput = {
  /** The spent transaction and output; the ID in the byte order of explorers. */
  txid: string
  vout: number
  sequence: number
  /** Satoshi; undefined if the PSBT does not contain it. */
  value: bigint | undefined
  script: Uint8Array | undefined
  address: string | undefined
  type: AddressType | undefined
  /** Signature type of this input: the PSBT's, or the default of the script's type. */
  sighash: Sighash
  hasWitnessUtxo: boolean
  hasNonWitnessUtxo: boolean
  /** `signed` has a signature, `final` has all required ones. */
  status: 'unsigned' | 'signed' | 'final'
  findings: readonly PsbtFinding[]
}

/** One output of a PSBT. */
export type PsbtOutput = TransactionOutput & { findings: readonly PsbtFinding[] }

/** Contents of a PSBT. */
export type PsbtReading = {
  version: number
  lockTime: number
  inputs: readonly PsbtInput[]
  outputs: readonly PsbtOutput[]
  /** Satoshi; undefined if an amount is missing, or outputs exceed inputs. */
  fee: bigint | undefined
  /** Virtual bytes: exact if every input is final, else the size once signed; undefined if unknown. */
  vsize: number | undefined
  /** Satoshi per virtual byte. */
  feeRate: number | undefined
  /** A replacement with a higher fee is announced (BIP-125). */
  isReplaceable: boolean
  isFinal: boolean
  /** Findings of inputs, outputs and the whole, each once. */
  findings: readonly PsbtFinding[]
}
