import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { RawTx } from '@scure/btc-signer/script.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { fromHex, toHex } from '../bytes/hex.ts'
import { readOutput } from './readOutput.ts'
import type { TransactionOutput } from './TransactionOutput.ts'

/** One input of a signed transaction. */
export type TransactionInput = {
  txid: string
  vout: number
  sequence: number
  scriptSig: Uint8Array
  witness: readonly Uint8Array[]
}

/** A transaction in its broadcast form. */
export type TransactionReading = {
  txid: string
  version: number
  lockTime: number
  inputs: readonly TransactionInput[]
  outputs: readonly TransactionOutput[]
  /** Virtual bytes. */
  vsize: number
  /** A replacement with a higher fee is announced (BIP-125). */
  isReplaceable: boolean
}

/**
 * Parses a signed transaction.
 * @param hex with its witnesses (BIP-144), in hexadecimal
 * @throws LatchkeyError `malformed_request`, `unsupported_chain`
 */
export function readTransaction({ hex, chainId }: { hex: string; chainId: ChainId }): TransactionReading {
  const bytes = fromHex(hex)
  const { raw, stripped } = decode(bytes)
  // The marker, the flag and the witnesses count a quarter (BIP-141).
  const weight = stripped.length * 3 + bytes.length
  return {
    txid: toHex(sha256x2(stripped).reverse()),
    version: raw.version,
    lockTime: raw.lockTime,
    inputs: raw.inputs.map((input, index) => ({
      txid: toHex(input.txid),
      vout: input.index,
      sequence: input.sequence,
      scriptSig: input.finalScriptSig,
      witness: raw.witnesses?.[index] ?? [],
    })),
    outputs: raw.outputs.map(({ amount, script }) => readOutput({ script, value: amount, chainId })),
    vsize: Math.ceil(weight / 4),
    isReplaceable: raw.inputs.some(({ sequence }) => sequence < 0xfffffffe),
  }
}

function decode(bytes: Uint8Array) {
  try {
    const raw = RawTx.decode(bytes)
    const stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined })
    return { raw, stripped }
  } catch (cause) {
    throw new LatchkeyError('malformed_request', {
      cause,
      details: cause instanceof Error ? cause.message : 'not a transaction',
    })
  }
}
