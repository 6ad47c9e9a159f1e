import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { readAddress } from '../address/readAddress.ts'
import { toBase64 } from '../bytes/base64.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { type KeyAddressType, type KeyScripts, keyScripts } from '../keys/keyScripts.ts'
import { openPsbt } from './openPsbt.ts'

/** A key with its address. */
export type SigningKey = { address: string; privateKey: Uint8Array }

/** An input to sign: the address of its key, and the signature type (0 for Taproot's DEFAULT, 1 for ALL). */
export type SigningInput = { index: number; address: string; sighash: number }

/**
 * Signs exactly the named inputs of a PSBT, each with the key of its address and the shown signature hash type. Supports P2WPKH, P2TR
 * by the key path only (BIP-86), P2SH-P2WPKH and P2PKH.
 * @param psbt base64
 * @returns the PSBT with the signatures, not finalized, in base64
 * @throws LatchkeyError `malformed_request` if an input is not of the address, or requires another signature hash type than named;
 * then nothing is signed
 */
export function signPsbt({
  psbt,
  keys,
  inputs,
  chainId,
}: {
  psbt: string
  keys: readonly SigningKey[]
  inputs: readonly SigningInput[]
  chainId: ChainId
}): string {
  const transaction = openPsbt(psbt)
  if (inputs.length === 0) throw refuse('no input to sign')
  for (const { index, address, sighash } of inputs) {
    if (!Number.isInteger(index) || index < 0 || index >= transaction.inputsLength)
      throw refuse(`there is no input ${index}`)
    const key = keys.find((one) => one.address === address)
    if (!key) throw refuse(`no key for ${address}`)
    const scripts = scriptsOf(key, chainId)
    const raw = transaction.getInput(index)
    const spent = raw.nonWitnessUtxo?.outputs[raw.index ?? -1] ?? raw.witnessUtxo
    if (!spent || !equalBytes(spent.script, scripts.script)) throw refuse(`input ${index} is not of ${address}`)
    const asked = raw.sighashType ?? (scripts.type === 'p2tr' ? 0 : 1)
    if (asked !== sighash) throw refuse(`input ${index} asks for the signature hash type ${asked}`)
    if (raw.tapLeafScript?.length) throw refuse(`input ${index} has scripts of its own`)
    try {
      transaction.updateInput(index, {
        ...(scripts.redeemScript && { redeemScript: scripts.redeemScript }),
        ...(scripts.internalKey && { tapInternalKey: scripts.internalKey }),
      })
      transaction.signIdx(key.privateKey, index, [sighash])
    } catch (cause) {
      throw refuse(cause instanceof Error ? cause.message : 'not signed', cause)
    }
  }
  return toBase64(transaction.toPSBT())
}

/** The scripts of the key, by its address. */
function scriptsOf({ address, privateKey }: SigningKey, chainId: ChainId): KeyScripts {
  const read = readAddress({ text: address, chainId })
  const type: KeyAddressType | undefined =
    read?.type === 'p2sh' ? 'p2sh-p2wpkh' : read?.type === 'p2wsh' ? undefined : read?.type
  if (!read || !type) throw refuse(`${address} is not an address of one key`)
  const scripts = keyScripts({ publicKey: pubECDSA(privateKey), type })
  if (!equalBytes(scripts.script, read.script)) throw refuse(`the key is not that of ${address}`)
  return scripts
}

const refuse = (details: string, cause?: unknown) => new LatchkeyError('malformed_request', { details, cause })
