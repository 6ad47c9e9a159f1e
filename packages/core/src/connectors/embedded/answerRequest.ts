import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { Environment } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Store } from '../../store/Store.ts'
import { isRecord } from '../isRecord.ts'
import { readChainId } from '../provider/readChainId.ts'
import { callFrame } from './callFrame.ts'
import type { EmbeddedHost, EmbeddedState, EmbeddedUser } from './EmbeddedWallet.ts'
import { toProviderError } from './toProviderError.ts'

/** Dependencies of {@link answerRequest}. */
export type AnswerParameters = {
  config: LatchkeyConfig
  environment: Environment
  store: Store<EmbeddedState>
  host: () => Promise<EmbeddedHost>
  /** Whether the last visit ended with a login. */
  hasSession: () => boolean
  /** Opens the login. @throws LatchkeyError `user_rejected` */
  signIn: () => Promise<void>
}

/**
 * Answers an EIP-1193 request to the embedded wallet, from the state or from the frame, which decides whether to allow it. Rejects with an
 * error that has an EIP-1193 code. Source: EIP-1193, EIP-1102, EIP-3085, EIP-3326, MIP-2.
 */
export async function answerRequest(
  { config, environment, store, host, hasSession, signIn }: AnswerParameters,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const { chainId } = store.getState()
  // Libraries ask on load. Without a login, the frame is not loaded.
  const readUser = async () => store.getState().user ?? (hasSession() ? (await host()).restore() : undefined)
  /** Reads the visitor on a network from the frame. The values of `given` take precedence. */
  const takeUser = async ({ chainId, given }: { chainId: ChainId; given?: Partial<EmbeddedUser> }) => {
    const frame = await host()
    const user = await callFrame({ host: frame, environment, type: 'getUser', payload: { chainId } })
    // The visitor may have signed out in the meantime.
    if (store.getState().user) frame.setUser({ ...user, ...given })
  }
  const ask = async () => {
    if (!(await readUser())) throw new ServiceError('session_ended')
    const { chainId } = store.getState()
    const payload = { method, ...(params === undefined ? {} : { params }), chainId }
    const answer = await callFrame({ host: await host(), environment, type: 'rpc', payload })
    // The first operation of a smart account deploys it on the network.
    if (store.getState().user?.smartAccountDeployed === false && mayHaveDeployed(method, answer))
      await takeUser({ chainId, given: { chainId } }).catch(() => {})
    return answer
  }
  try {
    switch (method) {
      case 'eth_chainId':
        return toHexChainId(chainId)
      case 'eth_accounts':
        return toAccounts(await readUser())
      case 'eth_requestAccounts': {
        if (!(await readUser())) await signIn()
        const accounts = toAccounts(await readUser())
        if (accounts.length === 0) throw new LatchkeyError('user_rejected')
        return accounts
      }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const next = readChain(params)
        // Only the operator can add networks, because the wallet's server asks their nodes.
        if (!config.networks.some(({ caipNetworkId }) => caipNetworkId === next))
          throw new ServiceError('unsupported_chain')
        if (next === chainId) return null
        if (store.getState().user) {
          const payload = { chainId: next }
          await callFrame({ host: await host(), environment, type: 'switchNetwork', payload })
          // The account may be another one, because not all networks have smart accounts.
          await takeUser({ ...payload, given: { chainId: next } }).catch(() => {})
        }
        store.setState((state) => ({ ...state, chainId: next }))
        return null
      }
      case 'wallet_revokePermissions':
        // Two standards share this method: for accounts (MIP-2) and for permissions of an app (ERC-7715).
        if (isGranted(params)) return await ask()
        if (store.getState().user) await (await host()).signOut()
        return null
      default:
        return await ask()
    }
  } catch (error) {
    throw toProviderError(error)
  }
}

function toAccounts(user: EmbeddedUser | undefined): string[] {
  return user ? [user.address] : []
}

function readChain(params: unknown): ChainId {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  try {
    return readChainId((first as { chainId?: unknown } | undefined)?.chainId)
  } catch (cause) {
    throw new ServiceError('frame_request_invalid', { cause })
  }
}

/** Whether the parameters name a granted permission. */
function isGranted(params: unknown): boolean {
  const [first] = Array.isArray(params) ? params : [params]
  return isRecord(first) && 'pci' in first
}

/** Whether an operation may have been mined: finished calls, or an answer that is given after the block. */
function mayHaveDeployed(method: string, answer: unknown): boolean {
  if (method === 'wallet_getCallsStatus') return isRecord(answer) && Number(answer.status) >= 200
  return (
    /^(eth_sendTransaction|wallet_grantPermissions|eth_get(Transaction|UserOperation)Receipt)$/.test(method) && !!answer
  )
}
