import { beforeEach, vi } from 'vitest'
import { patience } from './scripts/lib/patience.mjs'

// Whatever property a test asserts draws its cases as `scripts/lib/fuzz.mjs` says, so that none can be forgotten. A browser has no
// file system: there the same cases are drawn in every run.
if (globalThis.process?.versions?.node) {
  const { assertProperty, beginProperties, seed } = await import('./scripts/lib/fuzz.mjs')
  beforeEach(beginProperties)
  vi.doMock('fast-check', async (importActual) => {
    const actual = await importActual<typeof import('fast-check')>()
    actual.configureGlobal({ seed })
    return { ...actual, assert: assertProperty, default: { ...actual.default, assert: assertProperty } }
  })
} else (await import('fast-check')).configureGlobal({ seed: 20_261_120 })

// Polls wait long, because the machine runs other suites as well, and one second is not enough. Files that share a worker share `vi`,
// and this runs for each of them.
const isPatient = Symbol.for('latchkey.patience')
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: (condition, options) => waitFor(condition, withPatience(options)),
    waitUntil: (condition, options) => waitUntil(condition, withPatience(options)),
  } satisfies Partial<typeof vi> & { [isPatient]: true })
}

function withPatience(options: number | { timeout?: number; interval?: number } = {}) {
  return typeof options === 'number' ? options : { timeout: patience, ...options }
}
