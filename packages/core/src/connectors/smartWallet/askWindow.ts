import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment, TimerId } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import type { OpenedWindow } from './openWindow.ts'

/** Milliseconds in which the window has to load. */
export const windowLoadTimeout = 30_000

/** Milliseconds in which the visitor has to decide. */
export const windowAnswerTimeout = 600_000

/** Milliseconds between two checks of the window, because a closed window sends no event. */
export const windowWatchInterval = 250

/** A request to the wallet's window. `id` is random, and used once. */
export type WindowRequest = Record<string, unknown> & { id: string }

/**
 * Sends one request to the wallet's window, and closes it. Accepts only messages of this window at the wallet's origin, and only the first
 * answer to this request.
 *
 * @param options.hello description of the site for the loaded window
 * @throws LatchkeyError `popup_blocked`, `user_rejected` if the visitor closes the window, `wallet_timeout`, `request_aborted`; the errors
 *   of `request`
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
  /** Created while the window loads. */
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
      // Its last message may still arrive, so wait for one more check.
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
