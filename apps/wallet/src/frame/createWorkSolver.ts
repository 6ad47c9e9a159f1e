import { ServiceError } from '@latchkey/protocol/errors'
import type { CardStore } from '../cards/createCardStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import type { SolveWork } from '../login/SolveWork.ts'
import { type CallPort, callPort } from '../worker/callPort.ts'

/** Milliseconds after which a card explains the delay. */
const patience = 250
/** Maximum milliseconds of the work: a host waits half a minute for its answer. */
const longest = 20_000

/**
 * Creates the solver. Each challenge has its own worker and a card; closing the card ends the worker.
 *
 * @param options.startWorker starts the worker that solves
 */
export function createWorkSolver({
  cards,
  startWorker,
  schedule,
}: {
  cards: CardStore
  startWorker: () => Promise<CallPort & { terminate?: () => void }>
  schedule: Schedule
}): SolveWork {
  return ({ challenge, bits }, signal) =>
    new Promise((resolve, reject) => {
      let close = () => {}
      let endWorker = () => {}
      let isOver = false
      const finish = (settle: () => void) => {
        if (isOver) return
        isOver = true
        for (const stop of stops) stop()
        signal?.removeEventListener('abort', give)
        endWorker()
        close()
        settle()
      }
      const fail = (error: unknown) => finish(() => reject(error))
      const give = () => fail(signal?.reason)
      const stops = [
        schedule(() => {
          close = cards.present<'work'>(
            { kind: 'work' },
            { cancel: () => fail(new ServiceError('user_rejected')) },
          ).close
        }, patience),
        schedule(() => fail(new ServiceError('work_required', { retryAfter: 60 })), longest),
      ]
      if (signal?.aborted) return give()
      signal?.addEventListener('abort', give)
      const solve = async () => {
        const port = await startWorker()
        endWorker = () => port.terminate?.()
        if (isOver) return endWorker()
        const { calls } = callPort<{ solve: (asked: object) => Promise<string> }>({ port, names: ['solve'] })
        const nonce = await calls.solve({ challenge, bits })
        finish(() => resolve({ challenge, nonce }))
      }
      solve().catch(fail)
    })
}
