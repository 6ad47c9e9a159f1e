import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJump } from './watchJumps.ts'

const at = (clientX: number, screenX: number) => ({ clientX, clientY: 0, screenX, screenY: 0 })

test('default: the frame moved, the mouse did not', () => {
  expect(isJump(at(10, 50), at(90, 50))).toBe(true)
  expect(isJump(at(90, 50), at(10, 50))).toBe(true)
})

test('behavior: the frame moves along with the mouse', () => {
  expect(isJump(at(10, 50), at(10, 250))).toBe(true)
})

test('behavior: a frame that does not move is never taken for one that moved, at any zoom', () => {
  const step = fc.integer({ min: -2000, max: 2000 })
  const zooms = fc.constantFrom(0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5)
  fc.assert(
    fc.property(step, step, zooms, (x, y, zoom) => {
      const before = { clientX: 100, clientY: 100, screenX: 300, screenY: 200 }
      const after = {
        clientX: Math.round(100 + x / zoom),
        clientY: Math.round(100 + y / zoom),
        screenX: 300 + x,
        screenY: 200 + y,
      }
      expect(isJump(before, after)).toBe(false)
    }),
  )
})
