import type { Endpoint, EndpointRequest, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { endSession, refreshSession, type SessionTokens } from '@latchkey/protocol/wallet'
import type { KeyValueStore, LoginRecord } from '../device/KeyValueStore.ts'
import type { Api } from './createApi.ts'
import type { RunLocked } from './createDpop.ts'

/** The login of this device in this project. */
export type LoginState = {
  /** Null: logged out. */
  current: () => LoginRecord | null
  /** Restores the login of an earlier page; resolves with whether there is one. */
  restore: () => Promise<boolean>
  /** Starts with the tokens of a login. */
  start: (tokens: SessionTokens) => Promise<void>
  /** Calls an endpoint that requires a login. Refreshes the token first if needed, and once more if it was refused. */
  request: <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E> & { signal?: AbortSignal | undefined },
  ) => Promise<EndpointResponse<E>>
  /** Stores the network in use. */
  setChain: (chainId: string) => Promise<void>
  setEmail: (email: string) => Promise<void>
  /** Stores whether the server still has to learn of a lock. */
  setLockUntold: (isLockUntold: boolean) => Promise<void>
  /** Logs out here. The server learns it when it is reachable. */
  end: () => Promise<void>
  /** Drops a login that has ended, by another tab's logout or the server's answer. */
  forget: () => Promise<void>
}

/** An access token is not used in these last milliseconds before its end. */
const margin = 15_000

/**
 * Creates the login of this device. The access token is kept for its ten minutes, so that a reload needs no new one. One tab at a time
 * uses the refresh token, under a lock, and always reads it again first. So two tabs never use the same one.
 *
 * @param options.ended called once when the server ended the login
 */
export function createLoginState({
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
}): LoginState {
  const lockName = `latchkey-wallet-session:${projectId}`
  let record: LoginRecord | null = null
  let access: { token: string; until: number } | null = null
  let refreshing: Promise<string> | undefined

  const keep = async (next: LoginRecord | null) => {
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
    // Another tab may have logged in again in the meantime.
    if (stored && stored.refreshToken === was?.refreshToken) await store.remove('sessions', projectId)
    if (was) ended()
  }
  const refresh = () => {
    refreshing ??= new Promise<string>((resolve, reject) => {
      locked(lockName, async () => {
        const stored = await store.get('sessions', projectId)
        // Another tab logged out, or another user logged in there.
        if (!stored || !record || stored.userId !== record.userId) throw new ServiceError('session_ended')
        record = stored
        const tokens = await api.request(refreshSession, { body: { refreshToken: stored.refreshToken } })
        const kept = take(tokens)
        // Waiting callers continue at once; the other tabs wait until it is on disk.
        resolve(tokens.accessToken)
        await kept
      }).catch(reject)
    }).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  /** Under the same lock as the refresh, so that the old token does not overwrite one that another tab just received. */
  const change = (patch: Partial<LoginRecord>) =>
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
          // Expired by the server's clock, or its signing key changed: get one new token and try again. The refresh shows whether the
          // login really ended.
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
        // A logout works without the server: the tokens are dropped here.
      }
      access = null
      await keep(null)
    },
    forget,
  }
}
