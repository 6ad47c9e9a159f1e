import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import type { RawTx } from '@scure/btc-signer/script.js'
import { hash160, pubECDSA, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { writeScript } from '../../address/readScript.ts'
import { type KeyAddressType, keyScripts } from '../../keys/keyScripts.ts'
import { toSign, toSignDigest, toSpendId } from '../messageDigests.ts'

/** A transaction as `RawTx` writes it. */
export type RawTransaction = Parameters<typeof RawTx.encode>[0]

/** Deviations of a test from the BIP. */
export type Deviation = Partial<{
  version: number
  lockTime: number
  sequence: number
  /** SIGHASH_ALL is 1. */
  sighash: number
  /** Uses the high s. */
  highS: boolean
  /** Signs a P2PKH input with the uncompressed key. */
  uncompressed: boolean
}>

/** Signs a message by BIP-322 "full", as a wallet does; this package has no other function for it. */
export function signFully({
  message,
  privateKey,
  type,
  version = 0,
  lockTime = 0,
  sequence = 0,
  sighash = 1,
  highS = false,
  uncompressed = false,
}: { message: string; privateKey: Uint8Array; type: KeyAddressType } & Deviation): RawTransaction {
  const publicKey = uncompressed ? secp256k1.getPublicKey(privateKey, false) : pubECDSA(privateKey)
  const { script, redeemScript } = uncompressed
    ? { script: writeScript({ type: 'p2pkh', program: hash160(publicKey) }) }
    : keyScripts({ publicKey, type })
  const times = { version, lockTime, sequence }
  const ecdsa = (digest: Uint8Array) => {
    const { r, s } = secp256k1.sign(digest, privateKey)
    const signature = new secp256k1.Signature(r, highS ? secp256k1.CURVE.n - s : s)
    return Uint8Array.of(...signature.toDERRawBytes(), sighash)
  }
  const transaction = toSign({ message, script, ...times })
  const witness: Uint8Array[] = []
  let scriptSig = new Uint8Array()
  if (type === 'p2pkh') {
    const signature = ecdsa(toSignDigest({ message, script, ...times }))
    scriptSig = Uint8Array.of(signature.length, ...signature, publicKey.length, ...publicKey)
  } else if (type === 'p2tr') {
    const digest = transaction.preimageWitnessV1(0, [script], sighash, [0n])
    witness.push(
      Uint8Array.of(...schnorr.sign(digest, taprootTweakPrivKey(privateKey)), ...(sighash === 0 ? [] : [sighash])),
    )
  } else {
    const code = writeScript({ type: 'p2pkh', program: hash160(publicKey) })
    witness.push(ecdsa(transaction.preimageWitnessV0(0, code, sighash, 0n)), publicKey)
    if (redeemScript) scriptSig = Uint8Array.of(redeemScript.length, ...redeemScript)
  }
  return {
    ...{ version, lockTime },
    segwitFlag: witness.length > 0,
    inputs: [{ txid: toSpendId({ message, script }), index: 0, finalScriptSig: scriptSig, sequence }],
    outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
    witnesses: witness.length > 0 ? [witness] : undefined,
  }
}
