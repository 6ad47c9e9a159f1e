/** Work that is written together. */
export type GroupCommit<Change> = {
  /**
   * Resolves when the change is written. `onWritten` runs before, at once and in the order in which the changes came.
   * Rejects with what the writing rejected with.
   */
  add: (change: Change, options: { bytes: number; onWritten?: () => void }) => Promise<void>
  /** Resolves when everything that was added is written or refused. */
  idle: () => Promise<void>
}

type Entry<Change> = {
  change: Change
  bytes: number
  onWritten: (() => void) | undefined
  resolve: () => void
  reject: (error: unknown) => void
}

/** What one statement takes at most; more goes with the next. */
const most = { entries: 2_000, bytes: 4_194_304 }

/**
 * Writes changes in groups: those of a tick together, and those that came while a group was being written in the next. The slower the
 * database, the larger the groups.
 *
 * @param options.write writes all or nothing. When it rejects, everything that waits is refused with it too: it was computed on top.
 */
export function createGroupCommit<Change>({
  write,
}: {
  write: (changes: readonly Change[]) => Promise<void>
}): GroupCommit<Change> {
  const queue: Entry<Change>[] = []
  let running: Promise<void> | undefined

  const take = () => {
    let count = 0
    for (let bytes = 0; count < queue.length && count < most.entries; count++) {
      bytes += queue[count]?.bytes ?? 0
      if (count > 0 && bytes > most.bytes) break
    }
    return queue.splice(0, count)
  }

  const run = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const group = take()
      try {
        await write(group.map(({ change }) => change))
      } catch (error) {
        for (const { reject } of [...group, ...queue.splice(0)]) reject(error)
        continue
      }
      for (const { onWritten, resolve, reject } of group) {
        try {
          onWritten?.()
          resolve()
        } catch (error) {
          // It is the fault of one, and the others are written.
          reject(error)
        }
      }
    }
    running = undefined
  }

  return {
    add: (change, { bytes, onWritten }) =>
      new Promise((resolve, reject) => {
        queue.push({ change, bytes, onWritten, resolve, reject })
        running ??= run()
      }),
    idle: () => running ?? Promise.resolve(),
  }
}
