import type { AddressType } from '../address/BitcoinAddress.ts'
import type { TransactionOutput } from '../transaction/TransactionOutput.ts'
import type { Sighash } from './sighash.ts'

/**
 * What is odd about an input or a whole transaction, for whoever shows it before it is signed.
 *
 * - `amount_missing`: nothing says what the input is worth; the fee is unknown.
 * - `amount_unproven`: the amount is a claim; another signature could reveal it as a lie that went into the fee. Only the previous
 *   transaction proves it (`nonWitnessUtxo`), but for Taproot, whose signature covers all amounts.
 * - `sighash_unsafe`: a signature would leave something open that others may change (anything but ALL and DEFAULT).
 * - `script_unknown`: what the input spends from, or the output pays to, has no address.
 * - `input_repeated`: the same coin twice.
 * - `outputs_exceed_inputs`: more is paid than there is.
 * - `data`: an output carries data (OP_RETURN).
 * - `burnt`: an output that nobody can spend holds an amount.
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
  /** The transaction and output that are spent; the id in the order in which explorers show it. */
  txid: string
  vout: number
  sequence: number
  /** Satoshi; undefined where the PSBT does not tell. */
  value: bigint | undefined
  script: Uint8Array | undefined
  address: string | undefined
  type: AddressType | undefined
  /** What a signature of this input covers: what the PSBT asks for, or what the script's kind has by default. */
  sighash: Sighash
  hasWitnessUtxo: boolean
  hasNonWitnessUtxo: boolean
  /** `signed` has a signature, `final` all that it needs. */
  status: 'unsigned' | 'signed' | 'final'
  findings: readonly PsbtFinding[]
}

/** One output of a PSBT. */
export type PsbtOutput = TransactionOutput & { findings: readonly PsbtFinding[] }

/** What a PSBT says. */
export type PsbtReading = {
  version: number
  lockTime: number
  inputs: readonly PsbtInput[]
  outputs: readonly PsbtOutput[]
  /** Satoshi; undefined where an amount is missing, or outputs exceed inputs. */
  fee: bigint | undefined
  /** Virtual bytes: exact when every input is final, else what it will be once signed; undefined where nobody can tell. */
  vsize: number | undefined
  /** Satoshi per virtual byte. */
  feeRate: number | undefined
  /** A replacement with a higher fee is announced (BIP-125). */
  isReplaceable: boolean
  isFinal: boolean
  /** Those of inputs and outputs, and of the whole, each once. */
  findings: readonly PsbtFinding[]
}
