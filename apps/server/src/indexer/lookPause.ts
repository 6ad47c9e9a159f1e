/** The least milliseconds between two looks at a chain while nobody listens. */
const unwatched = 1_000

/**
 * Returns the milliseconds between two looks at a chain that goes well. A poll interval under a second is for those who listen to the event
 * stream: without them it costs the node and this process ten requests a second for nothing.
 *
 * @param options.pollInterval as the configuration says
 * @param options.isWatched whether somebody listens at this process
 */
export function lookPause({ pollInterval, isWatched }: { pollInterval: number; isWatched: boolean }): number {
  return isWatched ? pollInterval : Math.max(pollInterval, unwatched)
}
