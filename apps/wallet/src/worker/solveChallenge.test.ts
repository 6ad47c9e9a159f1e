import { scryptSync } from 'node:crypto'
import { countZeroBits, workFunction } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import { solveChallenge } from './solveChallenge.ts'

test('behavior: threat 172: the server’s own scrypt accepts the browser’s nonce', async () => {
  const { dkLen, N, r, p } = workFunction
  for (const challenge of ['a.4.1.b', 'ünï.4.2.ß']) {
    const nonce = await solveChallenge({ challenge, bits: 4 })
    expect(nonce).toMatch(/^\d{1,15}$/)
    expect(countZeroBits(scryptSync(nonce, challenge, dkLen, { N, r, p }))).toBeGreaterThanOrEqual(4)
    for (let before = 0; before < Number(nonce); before += 1) {
      expect(countZeroBits(scryptSync(String(before), challenge, dkLen, { N, r, p }))).toBeLessThan(4)
    }
  }
})

test('behavior: zero bits are counted from the front', () => {
  const count = (...bytes: number[]) => countZeroBits(Uint8Array.from(bytes))
  expect([count(255), count(127), count(1), count(0, 128), count(0, 0, 3), count(0, 0)]).toEqual([0, 1, 7, 8, 22, 16])
})
