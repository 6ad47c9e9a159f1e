import { frameRequestTimeout, LatchkeyError } from '@latchkey/protocol'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from './isRecord.ts'
import { toFrameError } from './toFrameError.ts'

/** The requests that are open on one port. */
export type FrameRequests = {
  /**
   * Sends one request and waits for its one answer: 30 s, an RPC call for as long as its owner thinks.
   * @throws LatchkeyError what the frame refused with, `frame_timeout`, and `rpc_aborted` or `request_aborted` when given up
   */
  ask: (type: FrameRequestType, payload: unknown, signal: AbortSignal) => Promise<unknown>
  /** Takes an answer from the port; one that nobody waits for is dropped. */
  receive: (message: Record<string, unknown>) => void
  /** The port died: nothing will be answered any more. */
  fail: (error: LatchkeyError) => void
}

type Finish = (error: LatchkeyError | undefined, answer?: unknown) => void

/** Keeps the requests of one port: each is answered exactly once, whatever arrives, and gives its timer back. */
export function createFrameRequests({
  environment,
  post,
}: {
  environment: Pick<Environment, 'setTimeout' | 'clearTimeout'>
  post: (message: unknown) => void
}): FrameRequests {
  const open = new Map<string, Finish>()
  let dead: LatchkeyError | undefined
  const send = (id: string, type: string, payload: unknown) => post({ k: 'req', id, type, payload })

  return {
    ask: (type, payload, signal) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        const isRpc = type === 'rpc'
        const giveUp = (code: 'frame_timeout' | 'rpc_aborted' | 'request_aborted') => {
          // The frame stops showing what nobody waits for.
          send(crypto.randomUUID(), 'rpcAbort', { id })
          finish(new LatchkeyError(code))
        }
        const onAbort = () => giveUp(isRpc ? 'rpc_aborted' : 'request_aborted')
        const timer = isRpc ? undefined : environment.setTimeout(() => giveUp('frame_timeout'), frameRequestTimeout)
        const finish: Finish = (error, answer) => {
          open.delete(id)
          environment.clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          if (error) reject(error)
          else resolve(answer)
        }
        open.set(id, finish)
        signal.addEventListener('abort', onAbort)
        if (dead) finish(dead)
        else {
          send(id, type, payload)
          if (signal.aborted) onAbort()
        }
      }),
    receive: ({ id, ok, result, error }) => {
      const finish = open.get(id as string)
      if (ok === true) finish?.(undefined, result)
      else finish?.(toFrameError(isRecord(error) ? error : {}))
    },
    fail: (error) => {
      dead = error
      for (const finish of [...open.values()]) finish(error)
    },
  }
}
