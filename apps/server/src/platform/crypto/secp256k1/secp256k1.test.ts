import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { recoverPublicKey } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { createHashSigner } from './createHashSigner.ts'
import { createJavascriptSecp256k1 } from './createJavascriptSecp256k1.ts'
import { createNativeSecp256k1 } from './createNativeSecp256k1.ts'
import { reportSecp256k1 } from './reportSecp256k1.ts'
import type { Secp256k1Curve } from './Secp256k1Curve.ts'
import { secp256k1 } from './secp256k1.ts'
import { createSignatureCases } from './testing/createSignatureCases.ts'

const javascript = createJavascriptSecp256k1()
const native = createNativeSecp256k1()
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const curves = [javascript, ...(native ? [native] : [])].map((curve): [string, Secp256k1Curve] => [curve.name, curve])

test('default: uses the native adapter if it is available', () => {
  expect(secp256k1.name).toBe(native ? 'native' : 'javascript')
  // The platform on which this project is developed and tested has it.
  if (process.platform === 'linux' && process.arch === 'x64') expect(native?.name).toBe('native')
})

test('behavior: falls back to JavaScript if there is no binary', () => {
  const load = () => {
    throw new Error('No native build was found for platform=plan9')
  }
  expect(createNativeSecp256k1({ load })).toBeUndefined()
  // The package's own fallback without a binary is never loaded, because it would be a third implementation.
  expect(Object.keys(createRequire(import.meta.url).cache).filter((path) => /elliptic/.test(path))).toEqual([])
})

test('behavior: reports the adapter in the log and in the metrics', async () => {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const metrics = new Registry()
  reportSecp256k1({ context: { log: { debug: say, info: say } as unknown as Context['log'], metrics } })
  expect(said).toEqual([expect.stringContaining(native ? 'by libsecp256k1' : 'in JavaScript')])
  expect(await metrics.metrics()).toContain(`latchkey_secp256k1_native ${native ? 1 : 0}\n`)
})

describe.runIf(native)('both', () => {
  test('threat 129: find the same key, or none, for valid, broken and borderline signatures', {
    timeout: 3_600_000,
  }, () => {
    const found = new Map<string, { keys: number; none: number }>()
    const compare = (seed: number) => {
      const { kind, ...signed } = createSignatureCases({ seed: `both ${seed}`, curve: native as Secp256k1Curve })()
      const [one, other] = [native?.recover(signed), javascript.recover(signed)]
      const hex = (key: Uint8Array | undefined) => key && Buffer.from(key).toString('hex')
      if (hex(one) !== hex(other)) expect({ kind, signed, key: hex(one) }).toEqual({ kind, signed, key: hex(other) })
      const counts = found.get(kind) ?? { keys: 0, none: 0 }
      counts[one ? 'keys' : 'none']++
      found.set(kind, counts)
    }
    fc.assert(fc.property(fc.noShrink(fc.nat()), compare), { numRuns: 10_000 })
    expect(found.size).toBe(14)
    // Each kind has its expected share of recoverable keys.
    const share = (kind: string) => {
      const { keys = 0, none = 0 } = found.get(kind) ?? {}
      return keys / (keys + none)
    }
    for (const kind of ['good', 'high s', 'a flipped bit of the hash', 'a hash at a border'])
      expect([kind, share(kind)]).toEqual([kind, 1])
    for (const kind of ['a large r that cannot', 'a wrong length']) expect([kind, share(kind)]).toEqual([kind, 0])
    for (const kind of [
      'a small r that stands for more than the order',
      'a key that is the point at infinity',
      'random',
      'r at a border',
    ]) {
      expect(share(kind)).toBeGreaterThan(0.1)
      expect(share(kind)).toBeLessThan(0.9)
    }
  })
})

describe.each(curves)('%s', (_, curve) => {
  test('default: signs as viem does, byte for byte, and recovers the key', async () => {
    for (let index = 0; index < 60; index++) {
      const privateKey = generatePrivateKey()
      const account = privateKeyToAccount(privateKey)
      const hash = `0x${createHash('sha256').update(String(index)).digest('hex')}` as const
      const signature = await createHashSigner({ privateKey, curve })({ hash })
      expect(signature).toBe(await account.sign({ hash }))
      const bytes = Buffer.from(signature.slice(2), 'hex')
      const key = curve.recover({
        hash: Buffer.from(hash.slice(2), 'hex'),
        signature: bytes.subarray(0, 64),
        recovery: (bytes[64] ?? 0) - 27,
      })
      expect(`0x${Buffer.from(key ?? []).toString('hex')}`).toBe(await recoverPublicKey({ hash, signature }))
    }
  })

  test('behavior: signs at the limits of keys and hashes as viem does', async () => {
    for (const key of [1n, 2n, order - 1n, order / 2n]) {
      const privateKey = `0x${toBytes(key).toString('hex')}` as const
      for (const hash of [0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n]) {
        const text = `0x${toBytes(hash).toString('hex')}` as const
        expect(await createHashSigner({ privateKey, curve })({ hash: text })).toBe(
          await privateKeyToAccount(privateKey).sign({ hash: text }),
        )
      }
    }
  })

  test('error: invalid keys and invalid hashes are rejected', () => {
    const [hash, privateKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 1)]
    for (const bad of [0n, order, order + 1n, 2n ** 256n - 1n])
      expect(() => curve.sign({ hash, privateKey: toBytes(bad) })).toThrow()
    for (const length of [0, 31, 33]) {
      expect(() => curve.sign({ hash, privateKey: Buffer.alloc(length, 1) })).toThrow()
      expect(() => curve.sign({ hash: Buffer.alloc(length, 1), privateKey })).toThrow()
    }
  })
})
