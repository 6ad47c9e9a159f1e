import { x25519 } from '@noble/curves/ed25519'
import { expand, extract } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import { randomBytes } from '../bytes/randomBytes.ts'
import { wipe } from '../bytes/wipe.ts'
import { importAesKey } from './aesGcm.ts'

// HPKE (RFC 9180) with one suite and one message: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, modes base and psk.

const encoder = new TextEncoder()
const none = new Uint8Array(0)
const modes = { base: 0, psk: 1 }

/** An X25519 key pair, 32 bytes each. */
export type KeyPair = { privateKey: Bytes; publicKey: Bytes }

/** Context that a message is bound to. */
export type HpkeContext = {
  /** Bytes that both sides know; with other bytes the message does not open. */
  info: Uint8Array
  /** A shared secret that authenticates the sender (mode psk), and its name. At least 32 bytes. */
  psk?: { key: Uint8Array; id: Uint8Array } | undefined
}

/** Derives a key pair: DeriveKeyPair of RFC 9180, section 7.1.3. */
export function deriveHpkeKeyPair(ikm: Uint8Array): KeyPair {
  const prk = labeledExtract({ suite: kemSuite(), salt: none, label: 'dkp_prk', ikm })
  const privateKey = labeledExpand({ suite: kemSuite(), prk, label: 'sk', info: none, length: 32 })
  wipe(prk)
  return { privateKey, publicKey: asBytes(x25519.getPublicKey(privateKey)) }
}

/** Creates a random X25519 key pair. */
export function createHpkeKeyPair(): KeyPair {
  const privateKey = randomBytes(32)
  return { privateKey, publicKey: asBytes(x25519.getPublicKey(privateKey)) }
}

/** Seals one message to a public key. */
export async function sealHpke({
  publicKey,
  plaintext,
  ...context
}: HpkeContext & { publicKey: Uint8Array; plaintext: Uint8Array }): Promise<{ enc: Bytes; ct: Bytes }> {
  const ephemeral = createHpkeKeyPair()
  const dh = x25519.getSharedSecret(ephemeral.privateKey, publicKey)
  wipe(ephemeral.privateKey)
  const { key, nonce } = scheduleOf({ dh, enc: ephemeral.publicKey, publicKey, ...context })
  const aes = await importAesKey(key, 'encrypt')
  wipe(key)
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aes, asBytes(plaintext))
  return { enc: ephemeral.publicKey, ct: new Uint8Array(ct) }
}

/** Opens one message; undefined if keys, context or ciphertext do not match. */
export async function openHpke({
  privateKey,
  enc,
  ct,
  ...context
}: HpkeContext & { privateKey: Uint8Array; enc: Uint8Array; ct: Uint8Array }): Promise<Bytes | undefined> {
  try {
    const publicKey = x25519.getPublicKey(privateKey)
    // Throws for points of small order.
    const dh = x25519.getSharedSecret(privateKey, enc)
    const { key, nonce } = scheduleOf({ dh, enc, publicKey, ...context })
    const aes = await importAesKey(key, 'decrypt')
    wipe(key)
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, aes, asBytes(ct)))
  } catch {
    return undefined
  }
}

/** ExtractAndExpand of section 4.1 and KeySchedule of section 5.1. */
function scheduleOf({
  dh,
  enc,
  publicKey,
  info,
  psk,
}: HpkeContext & { dh: Uint8Array; enc: Uint8Array; publicKey: Uint8Array }): { key: Bytes; nonce: Bytes } {
  const eaePrk = labeledExtract({ suite: kemSuite(), salt: none, label: 'eae_prk', ikm: dh })
  const shared = labeledExpand({
    suite: kemSuite(),
    prk: eaePrk,
    label: 'shared_secret',
    info: concatBytes(enc, publicKey),
    length: 32,
  })
  const suite = suiteOf('HPKE', 0x0020, 0x0001, 0x0002)
  const context = concatBytes(
    Uint8Array.of(psk ? modes.psk : modes.base),
    labeledExtract({ suite, salt: none, label: 'psk_id_hash', ikm: psk?.id ?? none }),
    labeledExtract({ suite, salt: none, label: 'info_hash', ikm: info }),
  )
  const secret = labeledExtract({ suite, salt: shared, label: 'secret', ikm: psk?.key ?? none })
  const key = labeledExpand({ suite, prk: secret, label: 'key', info: context, length: 32 })
  const nonce = labeledExpand({ suite, prk: secret, label: 'base_nonce', info: context, length: 12 })
  wipe(dh, eaePrk, shared, secret)
  return { key, nonce }
}

function labeledExtract({
  suite,
  salt,
  label,
  ikm,
}: {
  suite: Uint8Array
  salt: Uint8Array
  label: string
  ikm: Uint8Array
}): Bytes {
  return asBytes(extract(sha256, concatBytes(encoder.encode('HPKE-v1'), suite, encoder.encode(label), ikm), salt))
}

function labeledExpand({
  suite,
  prk,
  label,
  info,
  length,
}: {
  suite: Uint8Array
  prk: Uint8Array
  label: string
  info: Uint8Array
  length: number
}): Bytes {
  const labeled = concatBytes(Uint8Array.of(0, length), encoder.encode('HPKE-v1'), suite, encoder.encode(label), info)
  return asBytes(expand(sha256, prk, labeled, length))
}

function kemSuite(): Uint8Array {
  return suiteOf('KEM', 0x0020)
}

function suiteOf(name: string, ...ids: number[]): Uint8Array {
  return concatBytes(encoder.encode(name), Uint8Array.from(ids.flatMap((id) => [id >> 8, id & 0xff])))
}
