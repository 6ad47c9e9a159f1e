/** Minimum milliseconds between two reads of a chain without listeners. */
const unwatched = 1_000

/**
 * Returns the milliseconds between two reads of a healthy chain. A poll interval below a second only helps listeners of the
 * event stream. Without them, it would cost the node and this process ten requests a second.
 *
 * @param options.pollInterval from the configuration
 * @param options.isWatched whether this process has listeners
 */
export function lookPause({ pollInterval, isWatched }: { pollInterval: number; isWatched: boolean }): number {
  return isWatched ? pollInterval : Math.max(pollInterval, unwatched)
}
