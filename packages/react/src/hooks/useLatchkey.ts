import type { Latchkey } from '@latchkey/core'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/**
 * Returns the kit of the nearest provider, with everything that the modal can do. It is the same object in every render.
 *
 * @throws Error without a `<LatchkeyProvider>` above, like every hook of this package
 * @example const { modal, realtime } = useLatchkey()
 */
export function useLatchkey(): Latchkey {
  return useLatchkeyContext().latchkey
}
