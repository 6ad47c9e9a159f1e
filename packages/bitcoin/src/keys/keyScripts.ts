import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { hash160, PubT, taprootTweakPubkey, validatePubkey } from '@scure/btc-signer/utils.js'
import { writeScript } from '../address/readScript.ts'
import { toAddress } from '../address/toAddress.ts'

/** Address types that a single key can spend from. `p2sh-p2wpkh` is segwit wrapped for old wallets (BIP-49). */
export type KeyAddressType = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

/** Scripts for spending from an address of one key. */
export type KeyScripts = {
  type: KeyAddressType
  /** The output script (scriptPubKey). */
  script: Uint8Array
  /** `p2sh-p2wpkh`: the script whose hash is in the address. */
  redeemScript?: Uint8Array
  /** `p2tr`: the key before its tweak, x only (BIP-341). */
  internalKey?: Uint8Array
}

/**
 * Returns the scripts of an address of one key. Taproot: only the key path, without a script tree (BIP-86).
 * @param publicKey 33 bytes compressed; `p2tr` also accepts 32 bytes (x only)
 * @throws LatchkeyError `malformed_request` for an invalid public key
 */
export function keyScripts({ publicKey, type }: { publicKey: Uint8Array; type: KeyAddressType }): KeyScripts {
  if (type === 'p2tr') {
    const internalKey = publicKey.length === 33 ? publicKey.slice(1) : publicKey
    check(internalKey, PubT.schnorr)
    const [program] = taprootTweakPubkey(internalKey, new Uint8Array())
    return { type, script: writeScript({ type, program }), internalKey }
  }
  // Segwit requires compressed keys (BIP-143).
  if (publicKey.length !== 33) throw malformed()
  check(publicKey, PubT.ecdsa)
  const hash = hash160(publicKey)
  if (type !== 'p2sh-p2wpkh') return { type, script: writeScript({ type, program: hash }) }
  const redeemScript = writeScript({ type: 'p2wpkh', program: hash })
  return { type, script: writeScript({ type: 'p2sh', program: hash160(redeemScript) }), redeemScript }
}

/**
 * Returns the address of a public key.
 * @throws LatchkeyError `malformed_request`, `unsupported_chain`
 * @example
 * addressOfKey({ publicKey, type: 'p2wpkh', chainId: bitcoinNetworks.regtest }) // 'bcrt1q…'
 */
export function addressOfKey(options: { publicKey: Uint8Array; type: KeyAddressType; chainId: ChainId }): string {
  return toAddress({ script: keyScripts(options).script, chainId: options.chainId }) as string
}

function check(publicKey: Uint8Array, kind: PubT): void {
  try {
    validatePubkey(publicKey, kind)
  } catch {
    throw malformed()
  }
}

const malformed = () => new LatchkeyError('malformed_request', { details: 'not a public key' })
