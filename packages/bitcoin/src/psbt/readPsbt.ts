import type { ChainId } from '@latchkey/protocol'
import type { Transaction } from '@scure/btc-signer/transaction.js'
import { readScript } from '../address/readScript.ts'
import { toAddress } from '../address/toAddress.ts'
import { readOutput } from '../transaction/readOutput.ts'
import { openPsbt } from './openPsbt.ts'
import type { PsbtFinding, PsbtInput, PsbtOutput, PsbtReading } from './Psbt.ts'
import { psbtVsize } from './psbtVsize.ts'
import { readSighash } from './sighash.ts'

/** From this sequence on no input announces a replacement (BIP-125). */
const firstFinalSequence = 0xfffffffe

/**
 * Parses a PSBT: inputs, outputs, fee and findings.
 * @param psbt BIP-174 or BIP-370, in base64
 * @throws LatchkeyError `malformed_request` if the bytes are no PSBT, or a contradictory one; `unsupported_chain`
 * @example
 * const { outputs, fee, feeRate, findings } = readPsbt({ psbt: 'cHNidP8B…', chainId: bitcoinNetworks.mainnet })
 */
export function readPsbt({ psbt, chainId }: { psbt: string; chainId: ChainId }): PsbtReading {
  const transaction = openPsbt(psbt)
  const inputs = readInputs(transaction, chainId)
  const outputs = readOutputs(transaction, chainId)
  const findings = new Set([...inputs, ...outputs].flatMap((part) => part.findings))
  let fee = inputs.reduce<bigint | undefined>(
    (sum, { value }) => (sum === undefined || value === undefined ? undefined : sum + value),
    0n,
  )
  if (fee !== undefined) {
    for (const { value } of outputs) fee -= value
    if (fee < 0n) {
      findings.add('outputs_exceed_inputs')
      fee = undefined
    }
  }
  const vsize = psbtVsize(transaction)
  return {
    version: transaction.version,
    lockTime: transaction.lockTime,
    inputs,
    outputs,
    fee,
    vsize,
    feeRate: fee === undefined || vsize === undefined ? undefined : Number(fee) / vsize,
    isReplaceable: inputs.some(({ sequence }) => sequence < firstFinalSequence),
    isFinal: transaction.isFinal,
    findings: [...findings],
  }
}

function readInputs(transaction: Transaction, chainId: ChainId): PsbtInput[] {
  const seen = new Set<string>()
  return Array.from({ length: transaction.inputsLength }, (_, index) => {
    const raw = transaction.getInput(index)
    const txid = [...(raw.txid ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const vout = raw.index ?? 0
    const spent = raw.nonWitnessUtxo?.outputs[vout] ?? raw.witnessUtxo
    const script = spent?.script
    const type = script && readScript(script)?.type
    const sighash = readSighash(raw.sighashType ?? (type === 'p2tr' ? 0 : 1))
    const findings: PsbtFinding[] = []
    if (!spent) findings.push('amount_missing')
    else if (!raw.nonWitnessUtxo && !provesAmounts({ type, inputs: transaction.inputsLength, raw }))
      findings.push('amount_unproven')
    if (!sighash.isPlain) findings.push('sighash_unsafe')
    if (script && !type) findings.push('script_unknown')
    const coin = `${txid}:${vout}`
    if (seen.has(coin)) findings.push('input_repeated')
    seen.add(coin)
    const isFinal = Boolean(raw.finalScriptSig?.length || raw.finalScriptWitness?.length)
    const isSigned = Boolean(raw.partialSig?.length || raw.tapKeySig || raw.tapScriptSig?.length)
    return {
      txid,
      vout,
      sequence: raw.sequence ?? 0xffffffff,
      value: spent?.amount,
      script,
      address: script && toAddress({ script, chainId }),
      type,
      sighash,
      hasWitnessUtxo: raw.witnessUtxo !== undefined,
      hasNonWitnessUtxo: raw.nonWitnessUtxo !== undefined,
      status: isFinal ? 'final' : isSigned ? 'signed' : 'unsigned',
      findings,
    }
  })
}

/**
 * Returns whether a false amount would invalidate the signature. Taproot's covers the amounts of all inputs. Segwit 0 covers only its
 * own, which suffices for a single input. A visitor who signs twice cannot detect a false amount among several (BIP-341, rationale).
 */
function provesAmounts({
  type,
  inputs,
  raw,
}: {
  type: PsbtInput['type']
  inputs: number
  raw: ReturnType<Transaction['getInput']>
}): boolean {
  if (type === 'p2tr') return true
  const isSegwit = type === 'p2wpkh' || type === 'p2wsh' || (type === 'p2sh' && raw.redeemScript?.[0] === 0)
  return isSegwit && inputs === 1
}

function readOutputs(transaction: Transaction, chainId: ChainId): PsbtOutput[] {
  return Array.from({ length: transaction.outputsLength }, (_, index) => {
    const raw = transaction.getOutput(index)
    const output = readOutput({ script: raw.script ?? new Uint8Array(), value: raw.amount ?? 0n, chainId })
    const findings: PsbtFinding[] = []
    if (output.data) findings.push('data')
    if (output.data && output.value > 0n) findings.push('burnt')
    if (!output.data && !output.type) findings.push('script_unknown')
    return { ...output, findings }
  })
}
