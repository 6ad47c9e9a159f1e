import type { Random } from './random.ts'

/**
 * Ways to forge an address. Most match digits of the real one at the front and at the back. They match as many as a search finds in seconds
 * to months, and as wallets, explorers and chats show in shortened addresses. Others are copies with a small change in the middle.
 */
export const forgeries = [
  ...([
    [3, 4],
    [4, 3],
    [4, 4],
    [5, 4],
    [4, 5],
    [5, 5],
    [6, 4],
    [4, 6],
    [6, 6],
    [7, 7],
    [8, 8],
    [10, 10],
  ] as const),
  ...([
    [3, 3],
    [2, 4],
    [4, 2],
    [2, 3],
    [3, 2],
    [1, 5],
    [5, 1],
    [0, 6],
    [6, 0],
    [0, 8],
    [8, 0],
  ] as const),
].map(([head, tail]) => ({ kind: `${head}+${tail}`, head, tail }))

/**
 * Forgeries that match less than a shortened address shows. They are counted separately, because no rule finds them without many false
 * alarms.
 */
export const weakForgeries = (
  [
    [2, 2],
    [1, 4],
    [4, 1],
    [5, 0],
    [0, 5],
  ] as const
).map(([head, tail]) => ({
  ...{ kind: `${head}+${tail}`, head, tail },
}))

/** Forges an address that matches the real one in exactly this number of digits at each end. */
export function forgeAddress({
  real,
  head,
  tail,
  random,
}: {
  real: string
  head: number
  tail: number
  random: Random
}): string {
  const digits = [...real.slice(2)]
  const forged = [...random.address().slice(2)]
  for (let index = 0; index < 40; index++) if (index < head || index >= 40 - tail) forged[index] = digits[index] ?? '0'
  for (const index of [head, 39 - tail])
    while (forged[index] === digits[index]) forged[index] = random.number(16).toString(16)
  return `0x${forged.join('')}`
}

/** Copies an address with a small change in the middle: one digit, two swapped digits, or a run of them. */
export function miscopyAddress({ real, random }: { real: string; random: Random }): string {
  const digits = [...real.slice(2)]
  const start = 8 + random.number(16)
  const length = random.pick([1, 1, 2, 4])
  for (let index = start; index < start + length; index++) {
    const before = digits[index] ?? '0'
    digits[index] = ((Number.parseInt(before, 16) + 1 + random.number(15)) % 16).toString(16)
  }
  return `0x${digits.join('')}`
}
