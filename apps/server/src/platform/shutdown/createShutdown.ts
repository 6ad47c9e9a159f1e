import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import type { Shutdown } from './Shutdown.ts'

/** Milliseconds that one closer can take before the next one runs. */
const patience = 10_000

/** Creates the list of closers. A closer that fails or hangs is logged, and the others still run. */
export function createShutdown({ log }: { log: Logger }): Shutdown {
  const controller = new AbortController()
  // Every upstream of every network listens to this signal, so many listeners are not a leak.
  setMaxListeners(0, controller.signal)
  const closers: { name: string; close: () => Promise<void> | void }[] = []
  let running: Promise<void> | undefined

  const closeOne = async ({ name, close }: { name: string; close: () => Promise<void> | void }) => {
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`Not done after ${patience} ms`)), patience)
      })
      await Promise.race([close(), late])
    } catch (error) {
      log.error({ err: error, part: name }, 'Closing a part failed')
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    signal: controller.signal,
    add: (name, close) => {
      closers.push({ name, close })
    },
    run: (reason) => {
      running ??= (async () => {
        log.info({ reason }, 'Shutting down')
        controller.abort(new Error(`The server is shutting down: ${reason}`))
        // Pop them one by one, because a closer can still add another.
        for (let next = closers.pop(); next; next = closers.pop()) await closeOne(next)
      })()
      return running
    },
  }
}
