import type { Siwx } from '@latchkey/core'
import type { createServerSiwx } from '@latchkey/core/siwx'

type Parameters = Omit<NonNullable<globalThis.Parameters<typeof createServerSiwx>[0]>, 'signOutOnDisconnect'>

/** The sign-in of the kit over the server; all of it is fetched with the first account that is connected, and never by who just looks at the site. */
export function createSiteSiwx(parameters: Parameters): Siwx {
  let loading: Promise<Siwx> | undefined
  const load = () => {
    loading ??= import('@latchkey/core/siwx').then(
      (kit) => kit.createServerSiwx(parameters),
      (error: unknown) => {
        // It may be there the next time.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    createMessage: async (options) => (await load()).createMessage(options),
    createOneClick: async (options) => {
      const { createOneClick } = await load()
      if (!createOneClick) throw new Error('The server’s sign-in has no messages of one click')
      return createOneClick(options)
    },
    addSession: async (session) => (await load()).addSession(session),
    revokeSession: async (options) => (await load()).revokeSession(options),
    setSessions: async (sessions) => (await load()).setSessions(sessions),
    getSessions: async (options) => (await load()).getSessions(options),
    getRequired: () => parameters.required ?? false,
    asksOnConnect: () => parameters.asksOnConnect ?? true,
    subscribe: (listener) => {
      let isOver = false
      let stop: (() => void) | undefined
      load().then(
        (siwx) => {
          if (!isOver) stop = siwx.subscribe?.(listener)
        },
        () => {
          // What asks for sessions says so.
        },
      )
      return () => {
        isOver = true
        stop?.()
      }
    },
  }
}
