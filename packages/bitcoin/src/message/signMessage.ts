import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1'
import { RawWitness } from '@scure/btc-signer/script.js'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { readAddress } from '../address/readAddress.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { toHex } from '../bytes/hex.ts'
import { keyScripts } from '../keys/keyScripts.ts'
import { legacyHeaders } from './legacyHeaders.ts'
import { legacyDigest, messageHash, toSign } from './messageDigests.ts'

/** `bip322`: a witness for the message (P2WPKH, P2TR). `ecdsa`: 65 bytes from which the key can be recovered (BIP-137; not Taproot). */
export type MessageProtocol = 'bip322' | 'ecdsa'

/**
 * Signs a message with the key of an address.
 * @returns the signature's bytes, which other software encodes in base64: BIP-322 "simple" without its prefix, or the legacy 65 bytes.
 * Also the signed hash in hexadecimal
 * @throws LatchkeyError `malformed_request` if the key does not belong to the address, or the protocol does not support its type
 * @example
 * toBase64(signMessage({ message: 'Hello World', address, privateKey, chainId, protocol: 'bip322' }).signature)
 */
export function signMessage({
  message,
  address,
  privateKey,
  chainId,
  protocol,
}: {
  message: string
  address: string
  privateKey: Uint8Array
  chainId: ChainId
  protocol: MessageProtocol
}): { signature: Uint8Array; messageHash: string } {
  const read = readAddress({ text: address, chainId })
  if (!read || read.type === 'p2wsh') throw refuse(`${address} is not an address of one key`)
  const type = read.type === 'p2sh' ? 'p2sh-p2wpkh' : read.type
  const scripts = keyScripts({ publicKey: pubECDSA(privateKey), type })
  if (!equalBytes(scripts.script, read.script)) throw refuse(`the key is not that of ${address}`)
  if (protocol === 'ecdsa') {
    if (type === 'p2tr') throw refuse('Taproot addresses sign by BIP-322 alone')
    const digest = legacyDigest(message)
    const signed = secp256k1.sign(digest, privateKey)
    const signature = Uint8Array.of(legacyHeaders[type] + signed.recovery, ...signed.toCompactRawBytes())
    return { signature, messageHash: toHex(digest) }
  }
  if (type !== 'p2wpkh' && type !== 'p2tr') throw refuse('BIP-322 is for segwit addresses here')
  const transaction = toSign({ message, script: read.script })
  if (scripts.internalKey) transaction.updateInput(0, { tapInternalKey: scripts.internalKey })
  transaction.signIdx(privateKey, 0)
  transaction.finalize()
  const witness = transaction.getInput(0).finalScriptWitness ?? []
  return { signature: RawWitness.encode(witness), messageHash: toHex(messageHash(message)) }
}

const refuse = (details: string) => new LatchkeyError('malformed_request', { details })
