/** Milliseconds before a second request is made while too few answers have been seen to know better. */
const unknown = 1_000
const smallest = 50
const largest = 5_000
const size = 200
const enough = 20

/** The recent answer times of a chain, for deciding when a request is late. */
export type LatencyWindow = { add: (milliseconds: number) => void; percentile95: () => number }

/** Creates an empty window. The percentile is kept between 50 ms and 5 s. */
export function createLatencyWindow(): LatencyWindow {
  const samples: number[] = []
  let position = 0
  let changes = 0
  let known = unknown

  return {
    add: (milliseconds) => {
      samples[position] = milliseconds
      position = (position + 1) % size
      changes += 1
      // Sorting on every answer would be waste: the value moves slowly.
      if (samples.length < enough || changes < enough) return
      changes = 0
      const sorted = [...samples].sort((a, b) => a - b)
      known = Math.min(largest, Math.max(smallest, sorted[Math.floor(sorted.length * 0.95)] ?? unknown))
    },
    percentile95: () => known,
  }
}
