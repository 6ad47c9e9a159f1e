import { LatchkeyError } from '@latchkey/protocol'
import {
  type GrantedPermissions,
  getSessions,
  grantPermissionsSchema,
  revokeSession,
  type SmartSession,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import { createLiveReader } from '../account/createLiveReader.ts'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import { readWalletError, toWalletError } from '../connectors/toWalletError.ts'
import type { TimerId } from '../environment/Environment.ts'
import { createApiClient } from '../http/createApiClient.ts'
import type { PermissionsParameters } from './createPermissions.ts'
import type { Permission, PermissionsFeature } from './PermissionsFeature.ts'
import { readPermissionTokens } from './readPermissionTokens.ts'
import { statusOf } from './statusOf.ts'

/** Longest timer, in milliseconds. */
const longestTimer = 86_400_000

/** The engine of the permissions. It keeps them fresh while a view watches, and asks the wallet to grant and revoke. */
export type PermissionsEngine = Pick<PermissionsFeature, 'watch' | 'refresh' | 'grant' | 'revoke'> & {
  destroy: () => void
}

const signature = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})+$/i))

/** Creates the engine of the permissions, which talks to the server and the wallet. */
export function createPermissionsEngine(parameters: PermissionsParameters): PermissionsEngine {
  const { context, connection, store } = parameters
  const { config, environment, onRefusal } = context
  const client = createApiClient({ ...config, fetch: environment.fetch, timers: environment, onRefusal })
  /** Signatures of the wallet for the server, by permission, until the server has them. */
  const signed = new Map<string, string>()
  let timer: TimerId | undefined

  const toPermission = (permission: SmartSession): Permission => ({
    ...permission,
    status: statusOf(permission, environment.now()),
  })
  /** Updates the status when the next permission expires. */
  const watchClock = (permissions: readonly Permission[]) => {
    environment.clearTimeout(timer)
    const ends = permissions.flatMap(({ status, expiry }) => (status === 'active' ? [expiry * 1000] : []))
    if (ends.length === 0) return
    const wait = Math.min(longestTimer, Math.max(0, Math.min(...ends) - environment.now()))
    timer = environment.setTimeout(() => {
      const data = store.getState().data?.map(toPermission)
      if (!data) return
      store.setState((state) => ({ ...state, data }))
      watchClock(data)
    }, wait)
  }

  const reader = createLiveReader({
    ...parameters,
    // An operation of the account changes the remaining spending limits.
    kind: 'history',
    unavailable: 'sessions_unavailable',
    onReset: () => environment.clearTimeout(timer),
    ask: async ({ subject, signal }) => {
      const { tokens: known } = store.getState()
      const { caipNetworkId: chainId, chainNamespace } = subject.network
      if (chainNamespace !== 'eip155') return { permissions: [], tokens: known, staleSeconds: 0 }
      const { data, staleSeconds } = await client.request(getSessions, {
        params: { address: subject.accountId },
        signal,
      })
      const named = { client, projectId: config.projectId, chainId, permissions: data.pcis, known, signal }
      // Without the data of its tokens, a permission is still shown.
      const tokens = await readPermissionTokens(named).catch(() => known)
      return { permissions: data.pcis, tokens, staleSeconds }
    },
    take: ({ permissions, tokens }) => {
      const data = permissions.map(toPermission)
      watchClock(data)
      return { data, tokens }
    },
    onFailure: () => ({}),
    unsupported: { data: [] },
  })

  const wallet = () => {
    const state = connection.getState()
    const provider = connection.getProvider()
    if (state.status !== 'connected' || state.account.namespace !== 'eip155' || !provider)
      throw new LatchkeyError('no_active_account')
    const { account } = state
    /** Without a time limit, because a permission that is granted after an abort would be unknown to the app. */
    const ask = async (method: string, params: object) => {
      try {
        return await provider.request({ method, params: [params] })
      } catch (cause) {
        throw toRefusal(cause)
      }
    }
    return { account, chainId: toHexChainId(account.chainId), ask }
  }

  const find = async (pci: string): Promise<SmartSession> => {
    const held = () => store.getState().data?.find((permission) => permission.pci === pci)
    if (!held()) await reader.refresh({ force: false })
    const permission = held()
    if (permission) return permission
    const { error } = store.getState()
    throw error ? new ServiceError(error.code) : new ServiceError('session_unknown')
  }

  return {
    watch: reader.watch,
    refresh: () => reader.refresh({ force: false }),

    grant: async ({ expiry, signer, permissions, chainId: meant }) => {
      const { account, chainId, ask } = wallet()
      if (meant !== undefined && meant !== account.chainId) throw new ServiceError('chain_changed')
      const request = { chainId, address: account.address, expiry, signer, permissions }
      const checked = z.safeParse(grantPermissionsSchema, request)
      if (!checked.success)
        throw new ServiceError('permissions_invalid', { details: z.prettifyError(checked.error).slice(0, 500) })
      if (expiry * 1000 <= environment.now())
        throw new ServiceError('permissions_invalid', { details: 'The permission would already have expired' })
      const answer = await ask('wallet_grantPermissions', request)
      const granted = readGranted(answer)
      void reader.refresh({ force: false })
      return granted
    },

    revoke: async ({ pci }) => {
      const { account, chainId, ask } = wallet()
      const { context: shown, revokedAt } = await find(pci)
      if (revokedAt !== null) return
      let given = signed.get(pci)
      if (given === undefined) {
        const params = { pci, address: account.address, chainId, context: shown }
        const answer = z.safeParse(signature, await ask('wallet_revokePermissions', params))
        if (!answer.success)
          throw new LatchkeyError('wallet_failed', { details: 'The wallet answered without a signature' })
        given = answer.data
        signed.set(pci, given)
      }
      const params = { address: `${account.chainId}:${account.address}` }
      await client.request(revokeSession, { params, body: { pci, signature: given } })
      signed.delete(pci)
      const at = Math.floor(environment.now() / 1000)
      store.setState((state) => ({
        ...state,
        data: state.data?.map((permission) =>
          permission.pci === pci ? { ...permission, revokedAt: at, status: 'revoked' } : permission,
        ),
      }))
      void reader.refresh({ force: false })
    },

    destroy: () => {
      environment.clearTimeout(timer)
      reader.destroy()
    },
  }
}

/** @throws LatchkeyError `wallet_failed` for an answer that the app cannot use */
function readGranted(answer: unknown): GrantedPermissions {
  const { pci, context, address } = (answer ?? {}) as Partial<GrantedPermissions>
  const fits = typeof pci === 'string' && typeof address === 'string' && z.safeParse(signature, context).success
  if (!fits) throw new LatchkeyError('wallet_failed', { details: 'The wallet answered without a permission' })
  return answer as GrantedPermissions
}

/** EIP-1193 and JSON-RPC: not supported, not found. */
function toRefusal(cause: unknown): LatchkeyError {
  const error = toWalletError(cause)
  const isMissing = readWalletError(cause).codes.some((code) => code === 4200 || code === -32601)
  return error.code === 'wallet_failed' && isMissing ? new ServiceError('wallet_lacks_method', { cause }) : error
}
