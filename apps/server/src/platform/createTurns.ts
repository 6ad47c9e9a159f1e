import { setTimeout as delay } from 'node:timers/promises'
import type { ChainId } from '@latchkey/protocol'
import type { Logger } from 'pino'

/** Milliseconds after a first failure, doubled at each further one up to the last. */
const firstPause = 250
const lastPause = 5_000

/** A work on one network that is done in turns. */
export type Turns = {
  /** Takes turns until the signal ends them. */
  run: () => Promise<void>
  /** Begins the next turn now. */
  wake: () => void
}

/**
 * Creates the turns of a work; nothing happens until `run`. After an error the turn is tried again, with growing pauses; the same error is
 * told once.
 *
 * @param options.tick one turn; answers milliseconds until the next
 * @param options.release done in the end
 * @param options.work what it is called in the log: `Bundling`
 */
export function createTurns({
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
}): Turns {
  let bell = new AbortController()
  return {
    wake: () => bell.abort(),
    run: async () => {
      let pause = firstPause
      let told: string | undefined
      while (!signal.aborted) {
        // Before the turn: what comes while it runs begins the next one at once.
        bell = new AbortController()
        const rung = bell.signal
        let wait: number
        try {
          wait = await tick()
          if (told !== undefined) log.info({ chainId }, `${work} goes on`)
          pause = firstPause
          told = undefined
        } catch (error) {
          if (signal.aborted) break
          const message = error instanceof Error ? error.message : String(error)
          if (message !== told) log.warn({ chainId, err: error }, `${work} does not go on; it will be tried again`)
          told = message
          wait = pause
          pause = Math.min(pause * 2, lastPause)
        }
        await delay(wait, undefined, { signal: told === undefined ? AbortSignal.any([signal, rung]) : signal }).catch(
          () => {},
        )
      }
      await release().catch((error: unknown) => log.warn({ chainId, err: error }, 'A network was not given up'))
    },
  }
}
