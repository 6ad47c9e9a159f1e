const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Encrypted data of a message. */
export type Encrypted = { iv: BufferSource; cipherText: BufferSource }

/** The wallet's key pair. This wallet stores it in a place that is not safe for a real wallet. */
export type WalletKeys = { privateKey: CryptoKey; publicKeyHex: string }

/** Creates the wallet's keys, or reads those of the previous window. */
export async function readWalletKeys({ storage }: { storage: Pick<Storage, 'getItem' | 'setItem'> }) {
  const item = '@latchkey-testkit/smartWallet/keys'
  const stored = storage.getItem(item)
  if (stored) {
    const { privateKey, publicKeyHex } = JSON.parse(stored) as { privateKey: JsonWebKey; publicKeyHex: string }
    return {
      privateKey: await crypto.subtle.importKey('jwk', privateKey, curve, true, ['deriveKey']),
      publicKeyHex,
    } satisfies WalletKeys
  }
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveKey'])
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
  const publicKeyHex = Array.from(spki, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
  storage.setItem(item, JSON.stringify({ privateKey, publicKeyHex }))
  return { privateKey: pair.privateKey, publicKeyHex } satisfies WalletKeys
}

/** The key that the wallet shares with a site. */
export async function deriveSiteKey({ keys, siteKeyHex }: { keys: WalletKeys; siteKeyHex: string }) {
  const bytes = Uint8Array.from(siteKeyHex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const site = await crypto.subtle.importKey('spki', bytes, curve, false, [])
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  return crypto.subtle.deriveKey(
    { name: 'ECDH', public: site },
    keys.privateKey,
    { name: 'AES-GCM', length: 256 },
    false,
    usages,
  )
}

/** Encrypts data for the site. */
export async function sealJson({ key, value }: { key: CryptoKey; value: unknown }): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { iv, cipherText: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
}

/** Decrypts a request of the site. */
export async function openJson({ key, encrypted }: { key: CryptoKey; encrypted: Encrypted }): Promise<unknown> {
  const algorithm = { name: 'AES-GCM', iv: encrypted.iv }
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, encrypted.cipherText)))
}
