import type { CallsFeature } from '@latchkey/core'
import type { LatchkeyError } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useRequest } from './useRequest.ts'

export type UseSendCallsReturnType = {
  /** `sent`: the wallet accepted the calls. `useCallsStatus` reports their outcome. */
  status: 'idle' | 'asking' | 'sent' | 'failed'
  /** The wallet's ID of the calls. */
  id: string | undefined
  error: LatchkeyError | undefined
  /** Asks the wallet. Does not throw: `error` has the failure. */
  send: (options: Parameters<CallsFeature['send']>[0]) => Promise<string | undefined>
  reset: () => void
}

/**
 * Sends several calls as one batch, of which all or none succeed (EIP-5792).
 *
 * @example
 * const { send, id, status } = useSendCalls()
 * <button onClick={() => send({ calls: [{ to: token, data: approve }, { to: shop, data: buy }] })}>Buy</button>
 */
export function useSendCalls(): UseSendCallsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { status, answer, error, ask, reset } = useRequest(latchkey.calls.send)
  return useMemo(
    () => ({
      status: status === 'done' ? 'sent' : status,
      id: answer?.id,
      error,
      send: async (options) => (await ask(options))?.id,
      reset,
    }),
    [status, answer, error, ask, reset],
  )
}
