import { quantile } from '../report.ts'
import type { Pairs } from './Pairs.ts'

/** How long publish → deliver takes at a steady rate. Milliseconds; `lost` must be 0. */
export async function measureLatency({
  pairs,
  rate,
  seconds,
}: {
  pairs: Pairs
  rate: number
  seconds: number
}): Promise<{ p50: number; p99: number; sent: number; lost: number }> {
  const latencies: number[] = []
  pairs.onDelivered(({ latency }) => latencies.push(latency))
  const total = rate * seconds
  const began = performance.now()
  let sent = 0
  await new Promise<void>((resolve) => {
    const tick = () => {
      // One at a time, as far behind as the timer was late.
      for (const due = Math.min(total, ((performance.now() - began) / 1000) * rate); sent < due; sent++)
        pairs.publish(sent % pairs.count)
      if (sent < total) setTimeout(tick, 1)
      else resolve()
    }
    tick()
  })
  await settled(() => latencies.length === sent)
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), sent, lost: sent - latencies.length }
}

/** Messages per second when every pair sends the next ones as soon as the last ones came. */
export async function measureThroughput({
  pairs,
  seconds,
  inFlight = 2,
}: {
  pairs: Pairs
  seconds: number
  /** Messages of a pair that are under way at once. */
  inFlight?: number
}): Promise<number> {
  let delivered = 0
  let sent = 0
  let running = true
  pairs.onDelivered(({ pair }) => {
    delivered++
    if (!running) return
    sent++
    pairs.publish(pair)
  })
  const began = performance.now()
  for (let pair = 0; pair < pairs.count; pair++)
    for (let index = 0; index < inFlight; index++) {
      sent++
      pairs.publish(pair)
    }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const rate = delivered / ((performance.now() - began) / 1000)
  running = false
  if (!(await settled(() => delivered === sent))) throw new Error(`${sent - delivered} messages were lost under load`)
  return rate
}

async function settled(condition: () => boolean): Promise<boolean> {
  for (const deadline = performance.now() + 10_000; !condition(); ) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}
