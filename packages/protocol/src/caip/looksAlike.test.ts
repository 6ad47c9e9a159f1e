import { describe, expect, test } from 'vitest'
import { createLookAlikes, looksAlike } from './looksAlike.ts'

// A deterministic generator: the corpus is the same in every run, so the figures below hold.
function createRandom(seed: bigint) {
  let state = seed
  return (below: number) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return Number((state >> 33n) % BigInt(below))
  }
}
const random = createRandom(20_261_120n)
const address = () => `0x${Array.from({ length: 40 }, () => random(16).toString(16)).join('')}`

/**
 * Forgeries with equal digits at both ends. One graphics card finds that many digits in minutes to days, and wallets, explorers and chats
 * show that many in short addresses.
 */
const forgeries = [
  [4, 4],
  [3, 4],
  [4, 3],
  [3, 3],
  [5, 4],
  [4, 5],
  [2, 4],
  [4, 2],
  [2, 3],
  [5, 5],
  [6, 4],
  [1, 6],
  [6, 1],
  [0, 7],
  [7, 0],
] as const

describe('behavior: threat 23: forged addresses', () => {
  test('behavior: threat 23: finds at least 99%', () => {
    let found = 0
    const count = 3000
    for (let index = 0; index < count; index++) {
      const known = address()
      const [head, tail] = forgeries[index % forgeries.length] ?? [4, 4]
      const other = address()
      const forged = `0x${known.slice(2, 2 + head)}${other.slice(2 + head, 42 - tail)}${known.slice(42 - tail)}`
      if (looksAlike(known, forged)) found++
    }
    expect(found / count).toBeGreaterThanOrEqual(0.99)
  })

  test('behavior: threat 23: at most 1% of honest addresses raise an alarm, among 1000 that are known', () => {
    const known = Array.from({ length: 1000 }, address)
    const count = 1000
    let alarms = 0
    for (let index = 0; index < count; index++) {
      const receiver = address()
      if (known.some((entry) => looksAlike(entry, receiver))) alarms++
    }
    expect(alarms / count).toBeLessThanOrEqual(0.01)
  }, 60_000)

  test('behavior: threat 23: an address does not look like itself, in any letter case', () => {
    const known = address()
    expect(looksAlike(known, `0x${known.slice(2).toUpperCase()}`)).toBe(false)
  })

  test('behavior: the result among many addresses is the same as among one', () => {
    const known = Array.from({ length: 300 }, address)
    const find = createLookAlikes(known)
    for (const entry of known) expect(find(entry)).toBe(known.find((other) => looksAlike(other, entry)))
    for (let index = 0; index < 2000; index++) {
      const entry = known[random(known.length)] ?? ''
      const other = address()
      const [head, tail] = [random(8), random(8)]
      const near = `0x${entry.slice(2, 2 + head)}${other.slice(2 + head, 42 - tail)}${tail === 0 ? '' : entry.slice(-tail)}`
      const found = find(near.toUpperCase().replace('X', 'x'))
      expect(found !== undefined).toBe(known.some((candidate) => looksAlike(candidate, near)))
      if (found !== undefined) expect(looksAlike(found, near)).toBe(true)
    }
  })
})
