/** Decides how many blocks are requested at once. */
export type RangePlanner = {
  /** Returns the next range of blocks up to the head, inclusive. */
  next: (options: { from: number; head: number }) => { from: number; to: number }
  /** Records a successful range: grow towards the wanted size of a response. */
  accepted: (options: { blocks: number; logs: number }) => void
  /**
   * Records a refusal or a timeout: halve. With `lasting`, the refused size is not tried again for a while.
   *
   * @returns false if a single block was refused
   */
  refused: (options: { lasting: boolean }) => boolean
  size: () => number
}

/** Number of successful ranges before a refused size is tried again. */
const retryAfter = 16

/**
 * Creates a planner of adaptive ranges. They double while responses are small, shrink in proportion when they are large, and
 * halve after a refusal. The size is counted in logs, because logs determine the size of a response and the duration of a
 * transaction.
 *
 * @param options.maximum maximum number of blocks (`indexer.maxRange`)
 * @param options.wantedLogs wanted number of logs in a range (default 10,000: about 6 MB of JSON)
 */
export function createRangePlanner({
  maximum,
  wantedLogs = 10_000,
}: {
  maximum: number
  wantedLogs?: number
}): RangePlanner {
  let size = Math.min(maximum, 16)
  // Largest size that the node has accepted. Slightly more is tried from time to time, because a high load also causes
  // refusals.
  let ceiling = maximum
  let acceptedInARow = 0
  return {
    next: ({ from, head }) => ({ from, to: Math.min(head, from + size - 1) }),
    accepted: ({ blocks, logs }) => {
      acceptedInARow += 1
      if (acceptedInARow % retryAfter === 0) ceiling = Math.min(maximum, ceiling * 2)
      const fitting = logs === 0 ? size * 2 : Math.round((blocks * wantedLogs) / logs)
      size = Math.max(1, Math.min(ceiling, size * 2, Math.max(fitting, Math.ceil(size / 2))))
    },
    refused: ({ lasting }) => {
      acceptedInARow = 0
      const half = Math.max(1, Math.floor(size / 2))
      if (lasting) ceiling = half
      if (size === 1) return false
      size = half
      return true
    },
    size: () => size,
  }
}
