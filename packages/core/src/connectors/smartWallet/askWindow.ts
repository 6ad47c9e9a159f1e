import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment, TimerId } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import type { OpenedWindow } from './openWindow.ts'

/** How long the window may take to load. */
export const windowLoadTimeout = 30_000

/** How long the visitor may take to decide. */
export const windowAnswerTimeout = 600_000

/** A window that is closed tells nobody, so it is looked at this often. */
export const windowWatchInterval = 250

/** What is asked in the wallet's window; `id` is ours, random, and used once. */
export type WindowRequest = Record<string, unknown> & { id: string }

/**
 * Asks the wallet's window one thing, and closes it. Only messages of that very window at the wallet's origin count, and
 * only the first answer to this request.
 *
 * @param options.hello what the window is told of the site once it has loaded
 * @throws LatchkeyError `popup_blocked`, `user_rejected` when the visitor closes the window, `wallet_timeout`,
 * `request_aborted`; what making the request throws
 */
export function askWindow({
  environment,
  page,
  opened,
  origin,
  hello,
  request,
  signal,
}: {
  environment: Environment
  page: Window
  opened: OpenedWindow
  origin: string
  hello: Record<string, unknown>
  /** Made while the window loads. */
  request: Promise<WindowRequest>
  signal?: AbortSignal | undefined
}): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const { window } = opened
    let isLoaded = false
    let wasClosed = false
    let sentId: string | undefined
    let watch: TimerId | undefined

    const finish = (settle: () => void) => {
      environment.clearTimeout(watch)
      environment.clearTimeout(limit)
      signal?.removeEventListener('abort', abort)
      page.removeEventListener('message', receive)
      window?.close()
      settle()
    }
    const fail = (error: unknown) => finish(() => reject(error))
    const abort = () => fail(new LatchkeyError('request_aborted'))
    const rejected = () =>
      fail(
        new LatchkeyError('user_rejected', {
          details: isLoaded
            ? 'The window was closed'
            : 'The window was closed before it had loaded: by the visitor, or by a Cross-Origin-Opener-Policy of the page',
        }),
      )
    const timeout = () => fail(new LatchkeyError('wallet_timeout'))
    const look = () => {
      // Its last message may still be under way, so that it is given one more turn.
      if (wasClosed) return rejected()
      wasClosed = window?.closed ?? true
      watch = environment.setTimeout(look, windowWatchInterval)
    }
    const post = (message: Record<string, unknown>) => window?.postMessage(message, origin)
    const receive = (event: MessageEvent<unknown>) => {
      const { data } = event
      if (event.source !== window || event.origin !== origin || !isRecord(data)) return
      if (data.event === 'PopupLoaded' && !isLoaded) {
        isLoaded = true
        environment.clearTimeout(limit)
        limit = environment.setTimeout(timeout, windowAnswerTimeout)
        post({ requestId: data.id, data: hello })
        request.then((message) => {
          sentId = message.id
          post(message)
        }, fail)
      } else if (data.event === 'PopupUnload' && isLoaded) rejected()
      else if (sentId !== undefined && data.requestId === sentId) finish(() => resolve(data))
    }

    let limit = environment.setTimeout(timeout, windowLoadTimeout)
    request.catch(() => {})
    opened.stop()
    if (!window) return fail(new ServiceError('popup_blocked'))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    page.addEventListener('message', receive)
    look()
    for (const event of opened.early) receive(event)
  })
}
