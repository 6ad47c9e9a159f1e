import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRangePlanner } from './rangePlanner.ts'

test('default: ranges grow while responses are small, and are consecutive', () => {
  const planner = createRangePlanner({ maximum: 500 })
  let from = 0
  const sizes: number[] = []
  while (from <= 5000) {
    const range = planner.next({ from, head: 5000 })
    expect(range.from).toBe(from)
    sizes.push(range.to - range.from + 1)
    planner.accepted({ blocks: range.to - range.from + 1, logs: 10 })
    from = range.to + 1
  }
  expect(sizes.slice(0, 6)).toEqual([16, 32, 64, 128, 256, 500])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5001)
})

test('behavior: halves after a refusal down to one block, and tries more only after a while', () => {
  const planner = createRangePlanner({ maximum: 500 })
  const refused = () => planner.refused({ lasting: true })
  expect([refused(), refused(), refused(), refused()]).toEqual([true, true, true, true])
  expect(planner.size()).toBe(1)
  expect(refused()).toBe(false)
  for (let range = 1; range < 16; range++) planner.accepted({ blocks: 1, logs: 0 })
  expect(planner.size()).toBe(1)
  planner.accepted({ blocks: 1, logs: 0 })
  expect(planner.size()).toBe(2)
})

test('behavior: grows again immediately after an outage', () => {
  const planner = createRangePlanner({ maximum: 500 })
  while (planner.refused({ lasting: false })) expect(planner.size()).toBeGreaterThanOrEqual(1)
  for (let range = 0; range < 9; range++) planner.accepted({ blocks: 1, logs: 0 })
  expect(planner.size()).toBe(500)
})

test('behavior: stays within its limits for any input', () => {
  const event = fc.oneof(fc.constant('refused' as const), fc.nat({ max: 1_000_000 }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(event), (maximum, events) => {
      const planner = createRangePlanner({ maximum })
      for (const one of events) {
        if (one === 'refused') planner.refused({ lasting: true })
        else planner.accepted({ blocks: planner.size(), logs: one })
        expect(planner.size()).toBeGreaterThanOrEqual(1)
        expect(planner.size()).toBeLessThanOrEqual(maximum)
      }
    }),
  )
})
