import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { HDKey } from '@scure/bip32'

/**
 * The bare cryptography of the wallet's steps, on WebCrypto and noble, for comparison with the wallet's own figures. Each function returns
 * milliseconds.
 */
const limits = {
  /** 2048 rounds of PBKDF2, the path m/44'/60'/0'/0/0, the address, one sealing. */
  newWallet: () =>
    time(async () => {
      const phrase = new TextEncoder().encode('abandon '.repeat(11) + crypto.getRandomValues(new Uint8Array(4)).join())
      const password = await crypto.subtle.importKey('raw', phrase, 'PBKDF2', false, ['deriveBits'])
      const salt = new TextEncoder().encode('mnemonic')
      const seed = await crypto.subtle.deriveBits(
        { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 },
        password,
        512,
      )
      addressOf(HDKey.fromMasterSeed(new Uint8Array(seed)).derive("m/44'/60'/0'/0/0").privateKey)
      await seal(new Uint8Array(200))
    }),
  /** One opening of AES-GCM, the path, the address. */
  unlock: async () => {
    const { key, iv, box } = await seal(new Uint8Array(200))
    const seed = crypto.getRandomValues(new Uint8Array(64))
    return time(async () => {
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, box)
      addressOf(HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0").privateKey)
    })
  },
  /** One hash, one signature. */
  sign: () => {
    const key = secp256k1.utils.randomPrivateKey()
    return time(async () => void secp256k1.sign(keccak_256(crypto.getRandomValues(new Uint8Array(40))), key))
  },
}

/** Functions that the page offers to the benchmark. */
export type Limits = typeof limits
Object.assign(window, { limits })

async function time(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function seal(bytes: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { key, iv, box: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

function addressOf(key: Uint8Array | null): string {
  if (!key) throw new Error('No key was derived')
  return String(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
}
