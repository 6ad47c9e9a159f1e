/** Changes that are written together. */
export type GroupCommit<Change> = {
  /**
   * Resolves when the change is written. Before that, `onWritten` runs synchronously, in the order of the changes. Rejects with the error
   * of the write.
   */
  add: (change: Change, options: { bytes: number; onWritten?: () => void }) => Promise<void>
  /** Resolves when every added change is written or rejected. */
  idle: () => Promise<void>
}

type Entry<Change> = {
  change: Change
  bytes: number
  onWritten: (() => void) | undefined
  resolve: () => void
  reject: (error: unknown) => void
}

/** Maximum of one statement. The rest goes with the next. */
const most = { entries: 2_000, bytes: 4_194_304 }

/**
 * Writes changes in groups: those of one tick, and those that arrive during a write. The slower the database, the larger the groups.
 *
 * @param options.write writes all or nothing. If it rejects, all waiting changes are rejected as well, because they depend on it.
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
          // Only this change failed, and the others are written.
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
