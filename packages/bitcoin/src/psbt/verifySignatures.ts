import type { ChainId } from '@latchkey/protocol'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import type { Transaction } from '@scure/btc-signer/transaction.js'
import { hash160 } from '@scure/btc-signer/utils.js'
import { readAddress } from '../address/readAddress.ts'
import { readScript, writeScript } from '../address/readScript.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import { openPsbt } from './openPsbt.ts'
import type { SigningInput } from './signPsbt.ts'

/**
 * Returns whether each named input of a PSBT, final or not, has a valid signature of its address with exactly the named type. Supports
 * P2WPKH, and P2TR by the key path; other types are never valid here.
 *
 * @param psbt base64
 * @throws LatchkeyError `malformed_request` if the bytes are no PSBT; `unsupported_chain`
 * @example verifySignatures({ psbt, inputs: [{ index: 0, address, sighash: 1 }], chainId })
 */
export function verifySignatures({
  psbt,
  inputs,
  chainId,
}: {
  psbt: string
  inputs: readonly SigningInput[]
  chainId: ChainId
}): boolean {
  const transaction = openPsbt(psbt)
  return inputs.every(({ index, address, sighash }) => {
    const read = readAddress({ text: address, chainId })
    if (!read || index >= transaction.inputsLength) return false
    const spent = spentBy(transaction, index)
    if (!spent || !equalBytes(spent.script, read.script)) return false
    try {
      if (read.type === 'p2tr') return isTaprootSigned({ transaction, index, script: read.script, sighash })
      return read.type === 'p2wpkh' && isSegwitSigned({ transaction, index, script: read.script, sighash })
    } catch {
      return false
    }
  })
}

type Signed = { transaction: Transaction; index: number; script: Uint8Array; sighash: number }

/** Source: BIP-143. */
function isSegwitSigned({ transaction, index, script, sighash }: Signed): boolean {
  const { partialSig = [], finalScriptWitness } = transaction.getInput(index)
  const [first, ...more] = partialSig
  const [signature, publicKey] = finalScriptWitness?.length
    ? finalScriptWitness.length === 2
      ? [finalScriptWitness[0], finalScriptWitness[1]]
      : []
    : more.length === 0 && first
      ? [first[1], first[0]]
      : []
  if (!signature || publicKey?.length !== 33 || signature.at(-1) !== sighash) return false
  if (!equalBytes(keyScripts({ publicKey, type: 'p2wpkh' }).script, script)) return false
  const code = writeScript({ type: 'p2pkh', program: hash160(publicKey) })
  const digest = transaction.preimageWitnessV0(index, code, sighash, spentBy(transaction, index)?.amount ?? 0n)
  const der = secp256k1.Signature.fromDER(signature.slice(0, -1))
  return secp256k1.verify(der, digest, publicKey, { lowS: true })
}

/** Source: BIP-341, the key path. */
function isTaprootSigned({ transaction, index, script, sighash }: Signed): boolean {
  const { tapKeySig, finalScriptWitness } = transaction.getInput(index)
  const signature = finalScriptWitness?.length
    ? finalScriptWitness.length === 1
      ? finalScriptWitness[0]
      : undefined
    : tapKeySig
  if (!signature || (sighash === 0 ? signature.length !== 64 : signature.length !== 65 || signature[64] !== sighash))
    return false
  const spent = Array.from({ length: transaction.inputsLength }, (_, at) => spentBy(transaction, at))
  const isKnown = spent.every((one) => one !== undefined)
  if (!isKnown) return false
  const scripts = spent.map((one) => one.script)
  const amounts = spent.map((one) => one.amount)
  const digest = transaction.preimageWitnessV1(index, scripts, sighash, amounts)
  return schnorr.verify(signature.slice(0, 64), digest, readScript(script)?.program ?? new Uint8Array())
}

function spentBy(transaction: Transaction, index: number): { script: Uint8Array; amount: bigint } | undefined {
  const { nonWitnessUtxo, witnessUtxo, index: vout } = transaction.getInput(index)
  return nonWitnessUtxo?.outputs[vout ?? -1] ?? witnessUtxo
}
