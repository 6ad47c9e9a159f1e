/** Milliseconds before a second request, until enough answers have been measured. */
const unknown = 1_000
const smallest = 50
const largest = 5_000
const size = 200
const enough = 20

/** Recent response times of a chain, to decide when a request is late. */
export type LatencyWindow = { add: (milliseconds: number) => void; percentile95: () => number }

/** Creates an empty window. The percentile is limited to between 50 ms and 5 s. */
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
      // Sort only now and then, because the value changes slowly.
      if (samples.length < enough || changes < enough) return
      changes = 0
      const sorted = [...samples].sort((a, b) => a - b)
      known = Math.min(largest, Math.max(smallest, sorted[Math.floor(sorted.length * 0.95)] ?? unknown))
    },
    percentile95: () => known,
  }
}
