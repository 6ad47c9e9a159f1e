import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealed, Sealer } from './Sealer.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** Prefix of the key's id in rows that a derived key sealed. Rows without it were sealed with the key itself. */
const derived = 'v2.'

/**
 * Creates a sealer: AES-256-GCM with a random nonce. A box consists of nonce, ciphertext and tag, and the context is the additional data.
 * The cipher's key is derived from the given key (HKDF-SHA-256). Older boxes, sealed with the given key itself, still open.
 *
 * @param options.keys 32 bytes each, newest first: the first seals, all open
 * @param options.others keys that open boxes from the time before this sealer had separate keys
 * @param options.macRoot 32 bytes that HMAC keys are derived from (HKDF-Expand), so that they outlive every rotation. Default: the root of
 * older versions, derived from the last key
 * @param options.reload reads the keys again if a box has an unknown key, because another process may have rotated the keys
 * @example
 * const sealer = createSealer({ keys: await readSealerKeys({ config, env: process.env }) })
 * const { box, kekId } = await sealer.seal({ plaintext, context: `identity:${id}` })
 */
export function createSealer({
  keys,
  others = [],
  macRoot = legacyMacRoot(keys),
  reload,
}: {
  keys: readonly Uint8Array[]
  others?: readonly Uint8Array[] | undefined
  macRoot?: Uint8Array | undefined
  reload?: (() => Promise<readonly Uint8Array[]>) | undefined
}): Sealer {
  const [newest] = keys
  if (!newest || [...keys, ...others].some(({ length }) => length !== 32))
    throw new Error('A sealer needs keys of 32 bytes')
  const ciphers = new Map<string, Uint8Array>()
  const learn = (known: readonly Uint8Array[]) => {
    for (const key of known) {
      ciphers.set(keyId(key), key)
      ciphers.set(`${derived}${keyId(key)}`, cipherKey(key))
    }
  }
  learn([...keys, ...others])
  const kekId = sealedIdOf(newest)
  const sealing = cipherKey(newest)
  const macKeys = new Map<string, Uint8Array>()

  const macKey = (purpose: string) => {
    const known = macKeys.get(purpose)
    if (known) return known
    const key = expand(macRoot, `latchkey/mac/${purpose}/v1`)
    macKeys.set(purpose, key)
    return key
  }

  const find = async ({ kekId: id }: Sealed): Promise<Uint8Array> => {
    if (!ciphers.has(id) && reload) learn(await reload())
    const key = ciphers.get(id)
    if (!key) throw new Error(`Sealed under key ${id.slice(0, 19)}, which this server does not have`)
    return key
  }

  return {
    kekId,
    knows: (id) => ciphers.has(id),
    seal: async ({ plaintext, context }) => {
      const iv = randomBytes(ivBytes)
      const encryption = createCipheriv(cipher, sealing, iv).setAAD(Buffer.from(context))
      const box = Buffer.concat([iv, encryption.update(plaintext), encryption.final(), encryption.getAuthTag()])
      return { box: new Uint8Array(box), kekId }
    },
    open: async ({ sealed, context }) => {
      const { box } = sealed
      const key = await find(sealed)
      if (box.length < ivBytes + tagBytes) throw new Error('Sealed bytes are too short')
      const opening = createDecipheriv(cipher, key, box.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAAD(Buffer.from(context)).setAuthTag(box.subarray(box.length - tagBytes))
      const plaintext = opening.update(box.subarray(ivBytes, box.length - tagBytes))
      return new Uint8Array(Buffer.concat([plaintext, opening.final()]))
    },
    mac: ({ purpose, data }) => new Uint8Array(createHmac('sha256', macKey(purpose)).update(data).digest()),
  }
}

/** Returns the first 8 bytes of the key's SHA-256, which identify a key without revealing it. */
export function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest().subarray(0, 8).toString('hex')
}

/** Returns the id of a key for rows that its derived key seals. */
function sealedIdOf(key: Uint8Array): string {
  return `${derived}${keyId(key)}`
}

/** Returns the id of the key itself from the id of a row. */
export function keyIdOfSealed(kekId: string): string {
  return kekId.startsWith(derived) ? kekId.slice(derived.length) : kekId
}

/**
 * Returns the root from which versions before 0.2 derived HMAC keys: the HKDF extract of the last key. When stored, it keeps the indexes of
 * an old database after that key is removed.
 */
export function legacyMacRoot(keys: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(
    createHmac('sha256', Buffer.alloc(32))
      .update(keys.at(-1) ?? '')
      .digest(),
  )
}

function cipherKey(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'latchkey/seal/aes-256-gcm/v2', 32))
}

/** Second half of HKDF (RFC 5869) for one block. The root is already a pseudorandom key. */
function expand(root: Uint8Array, info: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', root).update(info).update(Uint8Array.of(1)).digest())
}
