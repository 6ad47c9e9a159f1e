import { frameReadyDelay, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload, FrameRequestType } from '@latchkey/protocol/wallet'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import type { EmbeddedHost, FrameAnswer } from './EmbeddedWallet.ts'
import { isPending, readAnswer } from './readAnswer.ts'

/** How long a step that waits for a person may take: longer than the wallet's server keeps a login open. */
export const stepLimit = 20 * 60_000
/** Between two questions of one step, should the frame not wait by itself. */
export const stepPause = 1_000

/** The requests that wait until `frameReadyDelay` after the frame is ready: those of a login (specification 9). */
const loginRequests: readonly FrameRequestType[] = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'socialStart',
  'connectSocial',
  'farcasterStart',
]
/** The requests after whose time limit the social-login timeout alert shows (specification 8). */
const timedRequests: readonly FrameRequestType[] = [...loginRequests, 'connectFarcaster']
/** The requests that wait for a person, who may give them up. */
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
/** The calls that sign or grant, as `unsafeRpcMethods` of the protocol lists them: the frame asks the visitor first. */
export const unsafeMethods = /sign|_send(?!Raw)|^send|Permissions/
/** Those after which nobody knows whether something was sent, once the frame is lost; `signPsbt` where it is told to. */
const sendingMethods = /_send|^send|AndSend/

/**
 * Sends a request to the frame and checks its answer; one that waits for a person is asked again until it is done.
 *
 * @throws LatchkeyError `transaction_uncertain` when the frame was lost while it was asked to send: nobody knows; `frame_failed`, `frame_timeout`, `request_aborted`, `rpc_aborted`, `frame_error`, and what the frame refused with
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
        // An alert where the host has alerts: a login that times out has a cause in the set-up more often than not.
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

/** The frame went or fell silent; a refusal of its own has a number, or room for one. */
function isLost(error: unknown): boolean {
  return error instanceof LatchkeyError && /^frame_(failed|timeout)$/.test(error.code) && !('rpcCode' in error)
}
