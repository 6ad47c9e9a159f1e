import { setTimeout as delay } from 'node:timers/promises'
import type { ChainId } from '@latchkey/protocol'
import type { Logger } from 'pino'

/** Milliseconds before the first retry. They double with each further failure up to `lastPause`. */
const firstPause = 250
const lastPause = 5_000

/** Repeated work on one network. */
export type ChainLoop = {
  /** Repeats the work until the signal aborts. */
  run: () => Promise<void>
  /** Starts the next turn now. */
  wake: () => void
}

/**
 * Creates the loop of a work, which starts with `run`. Retries after an error with growing pauses, and logs repeated errors once.
 *
 * @param options.tick one turn; returns the milliseconds until the next one
 * @param options.release called at the end
 * @param options.work name of the work in the log: `Bundling`
 */
export function createChainLoop({
  chainId,
  work,
  tick,
  release,
  signal,
  log,
}: {
  chainId: ChainId
  work: string
  tick: () => Promise<number>
  release: () => Promise<void>
  signal: AbortSignal
  log: Logger
}): ChainLoop {
  let bell = new AbortController()
  return {
    wake: () => bell.abort(),
    run: async () => {
      let pause = firstPause
      let told: string | undefined
      while (!signal.aborted) {
        // Create the controller before the turn, so that a call of `wake` during the turn starts the next one at once.
        bell = new AbortController()
        const rung = bell.signal
        let wait: number
        try {
          wait = await tick()
          if (told !== undefined) log.info({ chainId }, `${work} recovered`)
          pause = firstPause
          told = undefined
        } catch (error) {
          if (signal.aborted) break
          const message = error instanceof Error ? error.message : String(error)
          if (message !== told) log.warn({ chainId, err: error }, `${work} failed, retrying`)
          told = message
          wait = pause
          pause = Math.min(pause * 2, lastPause)
        }
        await delay(wait, undefined, { signal: told === undefined ? AbortSignal.any([signal, rung]) : signal }).catch(
          () => {},
        )
      }
      await release().catch((error: unknown) =>
        log.warn({ chainId, err: error }, 'Releasing the lease of a network failed'),
      )
    },
  }
}
