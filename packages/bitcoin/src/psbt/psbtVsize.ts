import type { Transaction } from '@scure/btc-signer/transaction.js'
import { readScript } from '../address/readScript.ts'
import type { KeyAddressType } from '../keys/keyScripts.ts'
import { estimateVsize } from '../transaction/size.ts'

/** Returns the virtual size of a PSBT's transaction: exact if it is final, else with one signature for each input. */
export function psbtVsize(transaction: Transaction): number | undefined {
  if (transaction.isFinal) return transaction.vsize
  const inputs: KeyAddressType[] = []
  for (let index = 0; index < transaction.inputsLength; index++) {
    const raw = transaction.getInput(index)
    const script = raw.nonWitnessUtxo?.outputs[raw.index ?? 0]?.script ?? raw.witnessUtxo?.script
    const type = script && readScript(script)?.type
    if (type === 'p2pkh' || type === 'p2wpkh' || type === 'p2tr') inputs.push(type)
    // Most are a wrapped key; a PSBT with another script cannot be measured.
    else if (type === 'p2sh' && (!raw.redeemScript || raw.redeemScript.length === 22)) inputs.push('p2sh-p2wpkh')
    else return undefined
  }
  const outputs = Array.from(
    { length: transaction.outputsLength },
    (_, index) => transaction.getOutput(index).script ?? new Uint8Array(),
  )
  return estimateVsize({ inputs, outputs })
}
