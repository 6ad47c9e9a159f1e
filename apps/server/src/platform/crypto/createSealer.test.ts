import { createCipheriv } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { serverConfigSchema } from '../config/ServerConfig.ts'
import { createSealer, keyId } from './createSealer.ts'
import { readSealerKeys } from './readSealerKeys.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = (fill: number) => new Uint8Array(32).fill(fill)
const text = (value: string) => new Uint8Array(Buffer.from(value))

describe('createSealer', () => {
  test('default', async () => {
    const sealer = createSealer({ keys: [key(1)] })
    const sealed = await sealer.seal({ plaintext: text('share'), context: 'user/device/1' })
    expect(sealed.kekId).toMatch(/^v2\.[0-9a-f]{16}$/)
    expect(Buffer.from(sealed.box).includes('share')).toBe(false)
    expect(await sealer.open({ sealed, context: 'user/device/1' })).toEqual(text('share'))
  })

  test('behavior: a box that was moved to another row does not open', async () => {
    const sealer = createSealer({ keys: [key(1)] })
    const sealed = await sealer.seal({ plaintext: text('share'), context: 'user/device/1' })
    await expect(sealer.open({ sealed, context: 'user/device/2' })).rejects.toThrow()
  })

  test('behavior: a changed byte anywhere does not open', async () => {
    const sealer = createSealer({ keys: [key(1)] })
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (plaintext, position, change) => {
          const { box, kekId } = await sealer.seal({ plaintext, context: 'c' })
          expect(await sealer.open({ sealed: { box, kekId }, context: 'c' })).toEqual(plaintext)
          const index = position % box.length
          const changed = box.map((byte, place) => (place === index ? byte ^ change : byte))
          await expect(sealer.open({ sealed: { box: changed, kekId }, context: 'c' })).rejects.toThrow()
          const short = { box: box.subarray(0, index), kekId }
          await expect(sealer.open({ sealed: short, context: 'c' })).rejects.toThrow()
        },
      ),
      { numRuns: 200 },
    )
  })

  test('behavior: after a rotation the new key seals, all keys open, and the indexes stay', async () => {
    const before = createSealer({ keys: [key(1)] })
    const after = createSealer({ keys: [key(2), key(1)] })
    const old = await before.seal({ plaintext: text('old'), context: 'c' })
    expect(await after.open({ sealed: old, context: 'c' })).toEqual(text('old'))
    const fresh = await after.seal({ plaintext: text('new'), context: 'c' })
    expect(fresh.kekId).not.toBe(old.kekId)
    await expect(before.open({ sealed: fresh, context: 'c' })).rejects.toThrow('which this server does not have')
    const index = { purpose: 'email', data: 'ada@example.com' }
    expect(after.mac(index)).toEqual(before.mac(index))
    expect(after.mac({ ...index, purpose: 'code' })).not.toEqual(after.mac(index))
  })

  test('finding F13: the cipher has a separate key, and older boxes still open', async () => {
    const sealer = createSealer({ keys: [key(1)] })
    const iv = Buffer.alloc(12, 7)
    const raw = createCipheriv('aes-256-gcm', key(1), iv).setAAD(Buffer.from('c'))
    const box = new Uint8Array(Buffer.concat([iv, raw.update('old'), raw.final(), raw.getAuthTag()]))
    expect(await sealer.open({ sealed: { box, kekId: keyId(key(1)) }, context: 'c' })).toEqual(text('old'))

    const fresh = await sealer.seal({ plaintext: text('new'), context: 'c' })
    expect(fresh.kekId).toBe(`v2.${keyId(key(1))}`)
    const underRaw = { box: fresh.box, kekId: keyId(key(1)) }
    await expect(sealer.open({ sealed: underRaw, context: 'c' })).rejects.toThrow()
  })

  test('behavior: keys that another process added are read when they are needed', async () => {
    let keys = [key(1)]
    const running = createSealer({ keys, reload: async () => keys })
    const sealed = await createSealer({ keys: [key(2), key(1)] }).seal({ plaintext: text('new'), context: 'c' })
    await expect(running.open({ sealed, context: 'c' })).rejects.toThrow('which this server does not have')
    keys = [key(2), key(1)]
    expect(await running.open({ sealed, context: 'c' })).toEqual(text('new'))
  })
})

describe('readSealerKeys', () => {
  const configOf = (wallet: { keyFile?: string; keyVariable?: string }) =>
    serverConfigSchema.parse({
      wallet: { publicUrl: 'https://wallet.example.com', folder: 'x', ...wallet },
      chains: [
        {
          chainId: 'eip155:1',
          name: 'One',
          nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
          upstreams: [{ url: 'http://127.0.0.1:9' }],
        },
      ],
    })
  const read = (wallet: { keyFile?: string; keyVariable?: string }, env: Record<string, string> = {}) =>
    readSealerKeys({ config: configOf(wallet), env })

  test('default', async () => {
    const keyFile = join(folder, 'made', 'wallet.key')
    const made = await read({ keyFile })
    expect(made).toHaveLength(1)
    expect(made[0]).toHaveLength(32)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(await read({ keyFile })).toEqual(made)
  })

  test('behavior: processes that start together share one key, and leave no draft', async () => {
    const keyFile = join(folder, 'race', 'wallet.key')
    const keys = await Promise.all(Array.from({ length: 8 }, () => read({ keyFile })))
    expect(new Set(keys.map(([one]) => Buffer.from(one ?? []).toString('hex'))).size).toBe(1)
    expect(readdirSync(join(folder, 'race'))).toEqual(['wallet.key'])
    expect(readFileSync(keyFile, 'utf8').trim()).toHaveLength(44)
  })

  test('behavior: several keys, in a file or in a variable, as base64 or hexadecimal', async () => {
    const keyFile = join(folder, 'several.key')
    const lines = [Buffer.from(key(2)).toString('base64'), '# the first one', '', Buffer.from(key(1)).toString('hex')]
    writeFileSync(keyFile, lines.join('\n'), { mode: 0o600 })
    expect(await read({ keyFile })).toEqual([key(2), key(1)])
    const env = { WALLET_KEY: `${lines[0]},${lines[3]}` }
    expect(await read({ keyVariable: 'WALLET_KEY' }, env)).toEqual([key(2), key(1)])
  })

  test('behavior: SIWX has the wallet’s key or a separate one, and a missing key is reported with its own setting', async () => {
    const [walletFile, siwxFile] = [join(folder, 'both', 'wallet.key'), join(folder, 'both', 'siwx.key')]
    const env = { SIWX_KEY: Buffer.from(key(3)).toString('base64') }
    type Place = { keyFile?: string; keyVariable?: string }
    const readSiwx = (wallet: Place | undefined, siwx: Place) => {
      const config = { ...configOf(wallet ?? {}), ...(wallet ? {} : { wallet: undefined }) }
      return readSealerKeys({
        config: { ...config, siwx: { sessionHours: 1, audiences: [], ...siwx } },
        env,
        of: 'siwx',
      })
    }
    const wallets = await read({ keyFile: walletFile })
    expect(await readSiwx({ keyFile: walletFile }, {})).toEqual(wallets)
    expect(await readSiwx({ keyFile: walletFile }, { keyVariable: 'SIWX_KEY' })).toEqual([key(3)])
    const own = await readSiwx({ keyFile: walletFile }, { keyFile: siwxFile })
    expect(own).not.toEqual(wallets)
    expect(await readSiwx(undefined, { keyFile: siwxFile })).toEqual(own)
    await expect(readSiwx(undefined, {})).rejects.toThrow('siwx.keyFile: found nothing')
    await expect(readSiwx(undefined, { keyVariable: 'NONE' })).rejects.toThrow(
      'siwx.keyVariable: the environment variable NONE is not set',
    )
    await expect(readSiwx({ keyVariable: 'NONE' }, {})).rejects.toThrow('wallet.keyVariable: the environment variable')
  })

  test('error: a file that other users can read', async () => {
    const keyFile = join(folder, 'open.key')
    writeFileSync(keyFile, Buffer.from(key(1)).toString('base64'))
    chmodSync(keyFile, 0o644)
    await expect(read({ keyFile })).rejects.toMatchObject({
      code: 'config_invalid',
      message: `${keyFile} can be read by others. Run: chmod 600 ${keyFile}`,
    })
  })

  test('error: a malformed key is reported by its position and never printed', async () => {
    const secret = `${Buffer.from(key(9)).toString('base64').slice(0, 30)}`
    const error = await read({ keyVariable: 'WALLET_KEY' }, { WALLET_KEY: secret }).catch((reason) => reason)
    expect(error.message).toContain('Key 1 in the environment variable WALLET_KEY is malformed')
    expect(error.message).not.toContain(secret)
    await expect(read({ keyVariable: 'WALLET_KEY' })).rejects.toThrow('is not set')
    await expect(read({})).rejects.toThrow('wallet.keyFile')
  })
})
