import type { Latchkey } from '@latchkey/core'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/**
 * The kit of the nearest provider: everything that the modal does can be done through it. It stays the same from render to render.
 *
 * @throws Error without a `<LatchkeyProvider>` above, as every hook here does
 * @example const { modal, realtime } = useLatchkey()
 */
export function useLatchkey(): Latchkey {
  return useLatchkeyContext().latchkey
}
