import { describe, expect, test } from 'vitest'
import { createToldPrices, toldFor } from './createToldPrices.ts'

const offer = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas })

function begin() {
  let now = 1_000_000
  const clock = { now: () => now } as Parameters<typeof createToldPrices>[0]['clock']
  return { told: createToldPrices({ clock }), pass: (milliseconds: number) => (now += milliseconds) }
}

describe('createToldPrices', () => {
  test('default: returns the highest of the last minute, separately for each field', () => {
    const { told, pass } = begin()
    expect(told.highest()).toBeUndefined()
    told.add(offer(30n, 2n))
    pass(10)
    told.add(offer(20n, 5n))
    expect(told.highest()).toEqual(offer(30n, 5n))
    pass(2_000)
    told.add(offer(40n, 1n))
    expect(told.highest()).toEqual(offer(40n, 5n))
  })

  test('behavior: a price counts for a minute', () => {
    const { told, pass } = begin()
    told.add(offer(30n, 9n))
    pass(toldFor - 1)
    told.add(offer(10n, 1n))
    expect(told.highest()).toEqual(offer(30n, 9n))
    pass(1)
    expect(told.highest()).toEqual(offer(10n, 1n))
    pass(toldFor)
    expect(told.highest()).toBeUndefined()
  })
})
