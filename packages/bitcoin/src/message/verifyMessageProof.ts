import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { hash160 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from '../address/BitcoinAddress.ts'
import { readScript, writeScript } from '../address/readScript.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import type { MessageProof } from './MessageProof.ts'
import { toSign, toSignDigest } from './messageDigests.ts'

/** SIGHASH_ALL, the only type that BIP-322 accepts: any other would leave something open. */
const signsAll = 1

/**
 * Returns whether a proof spends the message's output: a key's signature for P2PKH, P2SH-P2WPKH, P2WPKH or P2TR (key path). The caller
 * checks the proof's time of validity.
 */
export function verifyMessageProof({
  message,
  address: { type, script },
  proof,
}: {
  message: string
  address: BitcoinAddress
  proof: MessageProof
}): boolean {
  const { scriptSig, witness } = proof
  if (type === 'p2pkh') {
    const [signature, publicKey, ...more] = readPushes(scriptSig)
    if (!signature || !publicKey || more.length > 0 || witness.length > 0) return false
    const isKey = publicKey.length === 33 || (publicKey.length === 65 && publicKey[0] === 4)
    if (!isKey || !equalBytes(writeScript({ type, program: hash160(publicKey) }), script)) return false
    return verifyEcdsa({ signature, publicKey, digest: toSignDigest({ message, script, ...proof }) })
  }
  const transaction = toSign({ message, script, ...proof })
  const [signature, publicKey, ...more] = witness
  if (!signature || more.length > 0) return false
  if (type === 'p2tr') {
    // 64 bytes are DEFAULT, which is ALL; a 65th byte is ALL.
    const isAll = signature.length === 64 || (signature.length === 65 && signature[64] === signsAll)
    if (publicKey || !isAll || scriptSig.length > 0) return false
    const digest = transaction.preimageWitnessV1(0, [script], signature[64] ?? 0, [0n])
    return schnorr.verify(signature.slice(0, 64), digest, readScript(script)?.program as Uint8Array)
  }
  if (type === 'p2wsh' || publicKey?.length !== 33) return false
  const keyed = keyScripts({ publicKey, type: type === 'p2sh' ? 'p2sh-p2wpkh' : type })
  if (!equalBytes(keyed.script, script)) return false
  // "Simple" omits the redeem script, which is derived from the key. If present, it is the only push.
  const { redeemScript } = keyed
  const isRedeemed =
    redeemScript !== undefined && equalBytes(scriptSig, Uint8Array.of(redeemScript.length, ...redeemScript))
  if (scriptSig.length > 0 && !isRedeemed) return false
  const code = writeScript({ type: 'p2pkh', program: hash160(publicKey) })
  return verifyEcdsa({ signature, publicKey, digest: transaction.preimageWitnessV0(0, code, signsAll, 0n) })
}

/** Strict DER, low s, followed by SIGHASH_ALL. */
function verifyEcdsa({
  signature,
  publicKey,
  digest,
}: {
  signature: Uint8Array
  publicKey: Uint8Array
  digest: Uint8Array
}): boolean {
  if (signature.at(-1) !== signsAll) return false
  const der = signature.slice(0, -1)
  const read = secp256k1.Signature.fromDER(der)
  if (!equalBytes(read.toDERRawBytes(), der)) return false
  return secp256k1.verify(read, digest, publicKey, { lowS: true })
}

/** Returns the pushes of a script that does nothing else, each in its shortest form (1 to 75 bytes); otherwise an empty list. */
function readPushes(script: Uint8Array): readonly Uint8Array[] {
  const pushes: Uint8Array[] = []
  for (let at = 0; at < script.length; ) {
    const length = script[at] ?? 0
    const push = script.slice(at + 1, at + 1 + length)
    if (length < 2 || length > 75 || push.length !== length) return []
    pushes.push(push)
    at += 1 + length
  }
  return pushes
}
