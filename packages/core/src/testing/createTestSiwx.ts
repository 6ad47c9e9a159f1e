import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import type { Siwx, SiwxSession } from '../siwx/Siwx.ts'

/** A sign-in whose answers a test controls. */
export type TestSiwx = Siwx & {
  sessions: SiwxSession[]
  /** The called methods, in order. */
  calls: string[]
  /** If set, the named function fails with its error, or waits for it. */
  intercept: {
    [Name in 'createMessage' | 'addSession' | 'getSessions' | 'setSessions' | 'revokeSession']?: () => Promise<void>
  }
  required: boolean
  /** Notifies the kit of changed sign-ins. */
  tell: () => void
}

/** Creates a sign-in with a memory store. */
export function createTestSiwx({
  required = false,
  asksOnConnect = true,
  signOutOnDisconnect,
}: {
  required?: boolean
  asksOnConnect?: boolean
  signOutOnDisconnect?: boolean
} = {}): TestSiwx {
  let nonces = 0
  const listeners = new Set<() => void>()
  const enter = async (name: keyof TestSiwx['intercept']) => {
    siwx.calls.push(name)
    await siwx.intercept[name]?.()
  }
  const siwx: TestSiwx = {
    sessions: [],
    calls: [],
    intercept: {},
    required,
    createMessage: async ({ accountAddress, chainId }) => {
      await enter('createMessage')
      return createSiwxMessage({
        accountAddress,
        chainId,
        domain: 'site.test',
        uri: 'https://site.test',
        nonce: `nonce${String(++nonces).padStart(8, '0')}`,
        issuedAt: '2026-11-20T00:00:00.000Z',
      })
    },
    addSession: async (session) => {
      await enter('addSession')
      siwx.sessions.push(session)
    },
    revokeSession: async ({ chainId, address }) => {
      await enter('revokeSession')
      siwx.sessions = siwx.sessions.filter(({ data }) => !(data.chainId === chainId && data.accountAddress === address))
    },
    setSessions: async (sessions) => {
      await enter('setSessions')
      siwx.sessions = [...sessions]
    },
    getSessions: async ({ chainId, address }) => {
      await enter('getSessions')
      return siwx.sessions.filter(({ data }) => data.chainId === chainId && data.accountAddress === address)
    },
    getRequired: () => siwx.required,
    asksOnConnect: () => asksOnConnect,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: () => {
      for (const listener of listeners) listener()
    },
    ...(signOutOnDisconnect === undefined ? {} : { signOutOnDisconnect }),
  }
  return siwx
}
