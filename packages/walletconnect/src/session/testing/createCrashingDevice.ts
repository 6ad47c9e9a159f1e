import type { ClientStorage } from '../../storage/ClientStorage.ts'

/** At which write a process ends, and whether that write is still done. */
export type CrashPoint = { at: number; moment: 'before' | 'after' }

/** A device whose process ends at a certain write, before or after it; what was written stays. */
export function createCrashingDevice(crash?: CrashPoint) {
  const entries = new Map<string, string>()
  let writes = 0
  let generation = 0
  let crashed = false
  const never = () => new Promise<never>(() => {})
  return {
    entries,
    writes: () => writes,
    takeCrash: () => {
      const was = crashed
      crashed = false
      return was
    },
    /** The storage as the next process sees it. */
    open: (): ClientStorage => {
      const own = ++generation
      let dead = false
      return {
        load: async () => new Map(entries),
        write: async (changes) => {
          if (dead || own !== generation) return never()
          writes++
          const dies = writes === crash?.at
          if (!dies || crash?.moment === 'after') {
            for (const [key, text] of changes) {
              if (text === null) entries.delete(key)
              else entries.set(key, text)
            }
          }
          if (!dies) return
          dead = crashed = true
          return never()
        },
      }
    },
  }
}
