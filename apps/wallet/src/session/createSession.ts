import type { Endpoint, EndpointRequest, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { endSession, refreshSession, type SessionTokens } from '@latchkey/protocol/wallet'
import type { KeyValueStore, SessionRecord } from '../device/KeyValueStore.ts'
import type { Api } from './createApi.ts'
import type { RunLocked } from './createDpop.ts'

/** The session of this device in this project. */
export type Session = {
  /** Null: signed out. */
  current: () => SessionRecord | null
  /** Reads what an earlier page left; gives whether there is a session. */
  restore: () => Promise<boolean>
  /** Takes the tokens of a login. */
  start: (tokens: SessionTokens) => Promise<void>
  /** Calls an endpoint that needs the session: refreshes first where needed, and once more when the token was refused. */
  request: <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E> & { signal?: AbortSignal | undefined },
  ) => Promise<EndpointResponse<E>>
  /** Remembers the network in use. */
  setChain: (chainId: string) => Promise<void>
  setEmail: (email: string) => Promise<void>
  /** Remembers whether the server has yet to be told of a lock. */
  setLockUntold: (isLockUntold: boolean) => Promise<void>
  /** Signs out here; the server is told when it can be reached. */
  end: () => Promise<void>
  /** Takes note that the session is over: of another tab's sign-out, or a server's word. */
  forget: () => Promise<void>
}

/** Milliseconds before its end at which an access token is not used any more. */
const margin = 15_000

/**
 * Makes the session. The access token is kept for its ten minutes, so that a reload needs no new one; the refresh token is used by one tab at a time, under a lock, and always read
 * anew, so that two tabs never use the same one.
 *
 * @param options.ended called once when the server ended the session
 */
export function createSession({
  api,
  store,
  locked,
  now,
  projectId,
  ended,
}: {
  api: Api
  store: KeyValueStore
  locked: RunLocked
  now: () => number
  projectId: string
  ended: () => void
}): Session {
  const lockName = `latchkey-wallet-session:${projectId}`
  let record: SessionRecord | null = null
  let access: { token: string; until: number } | null = null
  let refreshing: Promise<string> | undefined

  const keep = async (next: SessionRecord | null) => {
    record = next
    if (next) await store.put('sessions', projectId, next)
    else await store.remove('sessions', projectId)
  }
  const take = async (tokens: SessionTokens) => {
    const { accessToken, expiresIn, refreshToken, userId, deviceId, email, socialProvider, userName } = tokens
    access = { token: accessToken, until: now() + expiresIn * 1000 }
    const chainId = record?.chainId ?? null
    const { isLockUntold = false } = record ?? {}
    await keep({ refreshToken, userId, deviceId, email, socialProvider, userName, chainId, access, isLockUntold })
  }
  const forget = async () => {
    const was = record
    access = null
    record = null
    const stored = await store.get('sessions', projectId)
    // Another tab may have signed in again meanwhile.
    if (stored && stored.refreshToken === was?.refreshToken) await store.remove('sessions', projectId)
    if (was) ended()
  }
  const refresh = () => {
    refreshing ??= new Promise<string>((resolve, reject) => {
      locked(lockName, async () => {
        const stored = await store.get('sessions', projectId)
        // Another tab signed out, or somebody else signed in there.
        if (!stored || !record || stored.userId !== record.userId) throw new ServiceError('session_ended')
        record = stored
        const tokens = await api.request(refreshSession, { body: { refreshToken: stored.refreshToken } })
        const kept = take(tokens)
        // Who waits goes on at once; the other tabs wait until it is on disk.
        resolve(tokens.accessToken)
        await kept
      }).catch(reject)
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  /** Under the same lock as the refresh: a token that another tab got meanwhile is not overwritten by the old one. */
  const change = (patch: Partial<SessionRecord>) =>
    locked(lockName, async () => {
      const stored = await store.get('sessions', projectId)
      if (!record || !stored || stored.userId !== record.userId) return
      await keep({ ...stored, ...patch })
    })
  const token = async () => {
    if (!record) throw new ServiceError('session_ended')
    return access && access.until - margin > now() ? access.token : refresh()
  }

  return {
    current: () => record,
    restore: async () => {
      record = (await store.get('sessions', projectId)) ?? null
      access = record?.access ?? null
      return record !== null
    },
    start: async (tokens) => {
      record = null
      await take(tokens)
    },
    request: async (endpoint, request) => {
      try {
        const accessToken = await token()
        try {
          return await api.request(endpoint, { ...request, accessToken })
        } catch (error) {
          // Expired by the server's clock, or its signing key changed: one new token, one more try. Whether the session is really
          // over, the refresh tells.
          if (!(error instanceof ServiceError) || !['proof_invalid', 'session_ended'].includes(error.code)) throw error
          if (access?.token === accessToken) access = null
          return await api.request(endpoint, { ...request, accessToken: await token() })
        }
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'session_ended') await forget()
        throw error
      }
    },
    setChain: (chainId) => change({ chainId }),
    setEmail: (email) => change({ email }),
    setLockUntold: async (isLockUntold) => {
      if ((record?.isLockUntold ?? false) !== isLockUntold) await change({ isLockUntold })
    },
    end: async () => {
      if (!record) return
      try {
        const accessToken = await token()
        await api.request(endSession, { accessToken })
      } catch {
        // Signing out works without the server: the tokens are dropped here.
      }
      access = null
      await keep(null)
    },
    forget,
  }
}
