import type { ClientStorage } from '../../storage/ClientStorage.ts'

/** Write at which a process ends, and whether that write still happens. */
export type CrashPoint = { at: number; moment: 'before' | 'after' }

/** A device whose process ends before or after a certain write. Its written data stays. */
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
