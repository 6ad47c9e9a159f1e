import { frameReadyDelay, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload, FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedHost, FrameAnswer } from './EmbeddedWallet.ts'
import { isPending, readAnswer } from './readAnswer.ts'

/** Limit in milliseconds of a step that waits for the visitor. The wallet's server keeps a login open for less time. */
export const stepLimit = 20 * 60_000
/** Milliseconds between two requests of a step, in case the frame does not wait. */
export const stepPause = 1_000

/** Requests of a login, which wait until `frameReadyDelay` after the frame is ready (specification 9). */
const loginRequests: readonly FrameRequestType[] = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'socialStart',
  'connectSocial',
  'farcasterStart',
]
/** Requests whose timeout shows the alert for social logins (specification 8). */
const timedRequests: readonly FrameRequestType[] = [...loginRequests, 'connectFarcaster']
/** Requests that wait for the visitor, who may cancel them. */
const humanRequests: readonly FrameRequestType[] = [
  'connectDevice',
  'connectOtp',
  'socialStart',
  'connectSocial',
  'connectFarcaster',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
  'openSecurity',
  'ensureProtected',
]
/** Methods that sign or grant, as listed in `unsafeRpcMethods` of the protocol. The frame asks the visitor first. */
export const unsafeMethods = /sign|_send(?!Raw)|^send|Permissions/
/** Methods whose result is unknown if the frame is lost, because they may have sent. `signPsbt` is one if it broadcasts. */
const sendingMethods = /_send|^send|AndSend/

/**
 * Sends a request to the frame and checks its answer. Repeats a request that waits for the visitor until it is done.
 *
 * @throws LatchkeyError `transaction_uncertain` if the frame was lost during a sending request, so that the result is unknown;
 *   `frame_failed`, `frame_timeout`, `request_aborted`, `rpc_aborted`, `frame_error`, and the errors of the frame
 */
export async function callFrame<Type extends FrameRequestType>({
  host,
  environment,
  type,
  payload,
  signal,
}: {
  host: EmbeddedHost
  environment: Environment
  type: Type
  payload: FramePayload<Type>
  signal?: AbortSignal
}): Promise<FrameAnswer<Type>> {
  const { method, params } = type === 'rpc' ? (payload as FramePayload<'rpc'>) : { method: '', params: undefined }
  const sends = sendingMethods.test(method) || (isRecord(params) && params.broadcast === true)
  const kind = humanRequests.includes(type) ? 'human' : unsafeMethods.test(method) ? 'unsafe' : 'silent'
  const controller = new AbortController()
  const onAbort = () => controller.abort()
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  const end = host.begin({ kind, controller })
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (milliseconds > 0) environment.setTimeout(resolve, milliseconds)
      else resolve()
    })
  try {
    const { ask, readyAt } = await host.open()
    if (loginRequests.includes(type)) await wait(readyAt + frameReadyDelay - environment.now())
    const begun = environment.now()
    for (;;) {
      const asked = environment.now()
      const answer = readAnswer(
        type,
        await ask(type, payload, controller.signal).catch((error: unknown) => {
          throw isLost(error) && sends ? new ServiceError('transaction_uncertain', { cause: error }) : error
        }),
      )
      if (!isPending(answer)) return answer as FrameAnswer<Type>
      const now = environment.now()
      if (now - begun >= stepLimit) throw new ServiceError('frame_timeout')
      await wait(asked + stepPause - now)
    }
  } catch (error) {
    if (error instanceof LatchkeyError) {
      host.onRefusal?.(error)
      if (error.code === 'frame_timeout') {
        // Reports a configuration error if the app listens for those, because most login timeouts have such a cause.
        if (timedRequests.includes(type) && host.onRefusal)
          host.onRefusal(new ServiceError('embedded_login_timeout', { cause: error }))
        else host.alert(error)
      }
    }
    throw error
  } finally {
    end()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Whether the frame was lost or silent. Errors from the frame itself have an `rpcCode` property. */
function isLost(error: unknown): boolean {
  return error instanceof LatchkeyError && /^frame_(failed|timeout)$/.test(error.code) && !('rpcCode' in error)
}
