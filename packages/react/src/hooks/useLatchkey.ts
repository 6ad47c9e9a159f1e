import type { Latchkey } from '@latchkey/core'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/** The kit of the nearest provider: everything that the modal does can be done through it. */
export function useLatchkey(): Latchkey {
  return useLatchkeyContext().latchkey
}
