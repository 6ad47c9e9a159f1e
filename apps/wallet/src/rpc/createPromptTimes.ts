import { frameLimits } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { PromptTimes } from './createPromptGate.ts'

const timesSchema = z.array(z.number())

/** The methods of `localStorage` that prompts need. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Stores the times of prompts in the wallet's own storage, which all frames of an origin share. If the browser denies storage, they
 * stay in memory for as long as the frame lives.
 *
 * @param options.origin verified origin of the asking site
 */
export function createPromptTimes({
  storage,
  projectId,
  origin,
}: {
  storage: () => TextStorage
  projectId: string
  origin: () => string
}): PromptTimes {
  let own: readonly number[] = []
  const key = () => `latchkey-prompts:${projectId}:${origin()}`

  const readStored = (): number[] => {
    try {
      const result = timesSchema.safeParse(JSON.parse(storage().getItem(key()) ?? '[]'))
      return result.success ? result.data : []
    } catch {
      return []
    }
  }

  return {
    read: () => {
      const stored = readStored()
      // Storage may have been cleared or denied in the meantime.
      return stored.length >= own.length ? stored : [...own]
    },
    write: (times) => {
      own = times.slice(-frameLimits.promptsPerMinute)
      try {
        storage().setItem(key(), JSON.stringify(own))
      } catch {
        // The times in memory still count.
      }
    },
  }
}
