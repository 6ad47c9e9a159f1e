import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Sealer } from './Sealer.ts'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Creates a sealer: AES-256-GCM under a random nonce, laid out as nonce, ciphertext, tag; the context is its additional data.
 *
 * @param options.keys 32 bytes each, newest first: the first seals, all open. HMAC keys come from the **last** one (HKDF-SHA-256),
 * because an index that changed with a rotation would find nobody any more: rotate by writing the new key in front, and keep the
 * oldest for ever.
 * @example
 * const sealer = createSealer({ keys: await readSealerKeys({ config, env: process.env }) })
 * const { box, kekId } = await sealer.seal({ plaintext, context: `identity:${id}` })
 */
export function createSealer({ keys }: { keys: readonly Uint8Array[] }): Sealer {
  const [newest] = keys
  const oldest = keys.at(-1)
  if (!newest || !oldest || keys.some(({ length }) => length !== 32)) throw new Error('A sealer needs keys of 32 bytes')
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const newestId = keyId(newest)
  const macKeys = new Map<string, Uint8Array>()

  const macKey = (purpose: string) => {
    const known = macKeys.get(purpose)
    if (known) return known
    const key = new Uint8Array(hkdfSync('sha256', oldest, '', `latchkey/mac/${purpose}/v1`, 32))
    macKeys.set(purpose, key)
    return key
  }

  return {
    seal: async ({ plaintext, context }) => {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, newest, iv).setAAD(Buffer.from(context))
      const box = Buffer.concat([iv, sealing.update(plaintext), sealing.final(), sealing.getAuthTag()])
      return { box: new Uint8Array(box), kekId: newestId }
    },
    open: async ({ sealed: { box, kekId }, context }) => {
      const key = byId.get(kekId)
      if (!key) throw new Error(`Sealed under key ${kekId.slice(0, 16)}, which this server does not have`)
      if (box.length < ivBytes + tagBytes) throw new Error('Sealed bytes are too short')
      const opening = createDecipheriv(cipher, key, box.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAAD(Buffer.from(context)).setAuthTag(box.subarray(box.length - tagBytes))
      const plaintext = opening.update(box.subarray(ivBytes, box.length - tagBytes))
      return new Uint8Array(Buffer.concat([plaintext, opening.final()]))
    },
    mac: ({ purpose, data }) => new Uint8Array(createHmac('sha256', macKey(purpose)).update(data).digest()),
  }
}

/** The first 8 bytes of the key's SHA-256: tells keys apart and tells nothing about them. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest().subarray(0, 8).toString('hex')
}
