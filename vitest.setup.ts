// Property tests draw the same cases in every run, so that a red run stays red until it is mended. Looking for new cases is a
// matter of changing this number.
import fc from 'fast-check'
import { vi } from 'vitest'
import { patience } from './scripts/lib/patience.mjs'

fc.configureGlobal({ seed: 20_261_120 })

// What waits for a condition waits until the machine, which runs other suites as well, has got there: a second is no fault. Files
// that share a worker share `vi`, and this is run for each of them.
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
