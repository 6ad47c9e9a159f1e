// Property tests draw the same cases in every run, so that a red run stays red until it is mended. Looking for new cases is a
// matter of changing this number.
import fc from 'fast-check'
import { vi } from 'vitest'
import { patience } from './scripts/lib/patience.mjs'

fc.configureGlobal({ seed: 20_261_120 })

// What waits for a condition waits until the machine, which runs other suites as well, has got there: a second is no fault.
const { waitFor, waitUntil } = vi
vi.waitFor = (condition, options) => waitFor(condition, withPatience(options))
vi.waitUntil = (condition, options) => waitUntil(condition, withPatience(options))

function withPatience(options: number | { timeout?: number; interval?: number } = {}) {
  return typeof options === 'number' ? options : { timeout: patience, ...options }
}
