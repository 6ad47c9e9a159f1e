/** Decides how many blocks are asked for at once. */
export type RangePlanner = {
  /** The next range of blocks up to the head, both ends included. */
  next: (options: { from: number; head: number }) => { from: number; to: number }
  /** A range came: grow towards the wanted size of an answer. */
  accepted: (options: { blocks: number; logs: number }) => void
  /**
   * The node refused the range, or did not answer: halve. With `lasting` the refused size is not tried again for a while.
   *
   * @returns false when a single block was refused
   */
  refused: (options: { lasting: boolean }) => boolean
  size: () => number
}

/** Ranges that must have come before more than the node once refused is tried again. */
const retryAfter = 16

/**
 * Ranges that adapt: they double while answers are small, shrink in proportion when they are large, and halve when the
 * node refuses. The wanted size is counted in logs, because that is what makes an answer heavy and a transaction long.
 *
 * @param options.maximum blocks at most (`indexer.maxRange`)
 * @param options.wantedLogs logs that a range should bring (default 10,000: about 6 MB of JSON)
 */
export function createRangePlanner({
  maximum,
  wantedLogs = 10_000,
}: {
  maximum: number
  wantedLogs?: number
}): RangePlanner {
  let size = Math.min(maximum, 16)
  // What the node takes, as far as it showed; now and then a little more is tried, because refusals also come from load.
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
