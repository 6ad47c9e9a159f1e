import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { createDataKey } from '../vault/createDataKey.ts'
import { combineShares, splitDataKey } from './splitDataKey.ts'

const dataKeys = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('default: any two shares, in any order, give the key', async () => {
  await fc.assert(
    fc.asyncProperty(dataKeys, async (dataKey) => {
      const shares = Object.values(await splitDataKey({ dataKey }))
      expect(shares.map((share) => share.length)).toStrictEqual([33, 33, 33])
      for (const first of shares)
        for (const second of shares)
          if (first !== second) expect(await combineShares({ first, second })).toStrictEqual(new Uint8Array(dataKey))
    }),
  )
})

test('behavior: shares that were made when this test was written still give the key', async () => {
  const [device, auth, recovery] = [frozen.shares.device, frozen.shares.auth, frozen.shares.recovery].map(hexToBytes)
  for (const [first, second] of [
    [device, auth],
    [recovery, auth],
    [device, recovery],
  ]) {
    if (!first || !second) expect.unreachable()
    else expect(bytesToHex(await combineShares({ first, second }))).toBe(frozen.dataKey)
  }
})

test('behavior: shares of two splits of one key give another key', async () => {
  await fc.assert(
    fc.asyncProperty(dataKeys, async (dataKey) => {
      const [old, fresh] = [await splitDataKey({ dataKey }), await splitDataKey({ dataKey })]
      // The positions are drawn from 255, so two sometimes collide; that pair is refused instead.
      if (old.device[32] === fresh.auth[32]) return
      expect(await combineShares({ first: old.device, second: fresh.auth })).not.toStrictEqual(new Uint8Array(dataKey))
    }),
  )
})

test('behavior: one share reveals nothing: over many splits of one key its bytes take every value alike', async () => {
  const dataKey = new Uint8Array(32).fill(7)
  const counts = new Array<number>(256).fill(0)
  for (let round = 0; round < 400; round++) {
    const { recovery } = await splitDataKey({ dataKey })
    for (const byte of recovery.subarray(0, 32)) counts[byte] = (counts[byte] ?? 0) + 1
  }
  // Chi-square of 255 degrees of freedom: its mean is 255, and 400 lies beyond one in 10^8.
  const expected = (400 * 32) / 256
  expect(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(400)
})

test('error: refuses two inputs that cannot be shares', async () => {
  const { device, auth } = await splitDataKey({ dataKey: createDataKey() })
  const atZero = device.with(32, 0)
  for (const [first, second] of [
    [device, device],
    [device, auth.subarray(1)],
    [device, new Uint8Array(0)],
    [atZero, auth],
    [device, auth.with(32, device[32] ?? 0)],
  ] as const)
    await expect(combineShares({ first, second })).rejects.toMatchObject({ code: 'vault_broken' })
})

test('error: a key of another length is not split', async () => {
  await expect(splitDataKey({ dataKey: new Uint8Array(31) })).rejects.toMatchObject({
    code: 'malformed_request',
    field: 'dataKey',
  })
})
