import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AppClient } from '@latchkey/walletconnect'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import type { NamedRequest } from '../provider/createProvider.ts'
import { findChainId } from '../provider/findChainId.ts'
import { readCapabilities } from '../provider/readCapabilities.ts'
import { readChainId } from '../provider/readChainId.ts'
import type { PairedRequests } from './createPairedRequests.ts'
import { addressesOf, type CurrentSession, type PairedSession } from './createPairedSession.ts'
import { pairedMethods } from './createProposal.ts'
import { requestErrorOf } from './requestErrorOf.ts'

/**
 * Answers an EIP-1193 request to a paired wallet's provider: from the session, by the wallet if the visitor decides, or through the gateway
 * for reads. Source: EIP-1193, EIP-3326, EIP-5792.
 *
 * @param options.follow sends a request to the wallet, and shows it as waiting
 */
export function createPairedAnswer({
  client,
  session,
  gatewayOf,
  follow,
}: {
  client: Pick<AppClient, 'request'>
  session: Pick<PairedSession, 'current' | 'moveTo' | 'expect' | 'end'>
  gatewayOf: (chainId: ChainId) => GatewayClient
  follow: PairedRequests['follow']
}): (request: NamedRequest) => Promise<unknown> {
  const open = () => {
    const current = session.current()
    if (!current) throw new LatchkeyError('wallet_disconnected')
    return current
  }
  const agreesTo = ({ session: { namespaces } }: CurrentSession, method: string) =>
    Object.entries(namespaces).some(([key, { methods }]) => /^eip155(:|$)/.test(key) && methods.includes(method))
  const askWallet = async ({ method, params, requestId, onlyKnown = false }: NamedRequest): Promise<unknown> => {
    const current = open()
    const { chainId, accounts, session: paired } = current
    if (!accounts.some((account) => account.chainId === chainId)) throw new ServiceError('chain_not_on_connector')
    if (!agreesTo(current, method)) throw new ServiceError('rpc_method_not_allowed', { details: method })
    if (isForAnother(chainId, method, params)) throw new LatchkeyError('malformed_request', { field: 'chainId' })
    const question = { topic: paired.topic, chainId, method, params: params ?? [] }
    const ask = (idempotencyKey: string) => client.request({ ...question, idempotencyKey, onlyKnown })
    try {
      return await (isQuiet(method) ? client.request(question) : follow({ current, method, ask, name: requestId }))
    } catch (error) {
      throw requestErrorOf(error)
    }
  }
  const switchChain = async (method: string, params: unknown): Promise<unknown> => {
    const [{ chainId: wanted = undefined } = {}] = (Array.isArray(params) ? params : []) as { chainId?: unknown }[]
    const chainId = readChainId(wanted)
    const current = open()
    if (current.accounts.some((account) => account.chainId === chainId)) {
      session.moveTo(chainId)
      return null
    }
    if (!agreesTo(current, method)) throw new ServiceError('chain_not_on_connector')
    session.expect(chainId)
    try {
      return await askWallet({ method, params })
    } catch (error) {
      session.expect(undefined)
      throw error
    }
  }

  return async (request) => {
    const { method, params } = request
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_chainId':
        return toHexChainId(open().chainId)
      case 'net_version':
        return open().chainId.slice('eip155:'.length)
      case 'eth_accounts': {
        const current = session.current()
        return current ? addressesOf(current) : []
      }
      case 'eth_coinbase':
        return addressesOf(open())[0] ?? null
      case 'eth_requestAccounts':
        return addressesOf(open())
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchChain(method, params)
      case 'wallet_getCapabilities': {
        const current = open()
        const [address, chainIds] = list
        const told = readToldCapabilities(current)
        if (told === undefined) return askWallet(request)
        if (!addressesOf(current).some((own) => own.toLowerCase() === String(address).toLowerCase()))
          throw new LatchkeyError('wallet_disconnected')
        return readCapabilities({ capabilities: told, chainIds })
      }
      case 'wallet_revokePermissions':
        await session.end()
        return null
    }
    if ((pairedMethods as readonly string[]).includes(method)) return askWallet(request)
    const current = open()
    if (/^(eth|net|web3)_/.test(method) && !/^eth_sign/.test(method))
      return gatewayOf(current.chainId).request(method, list)
    return askWallet(request)
  }
}

/** Whether a transaction names another network than the current one. Wallets might use either. */
function isForAnother(chainId: ChainId, method: string, params: unknown): boolean {
  if (!/^eth_(send|sign)Transaction$|^wallet_sendCalls$/.test(method) || !Array.isArray(params)) return false
  const { chainId: wanted } = (params[0] ?? {}) as { chainId?: unknown }
  return wanted !== undefined && findChainId(wanted) !== chainId
}

/** Whether the wallet answers without asking the visitor. */
function isQuiet(method: string): boolean {
  return method === 'wallet_getCapabilities' || method === 'wallet_getCallsStatus'
}

/** Reads the wallet's capabilities from the session properties, as JSON text. Source: EIP-5792 over WalletConnect. */
function readToldCapabilities({ session: { sessionProperties } }: CurrentSession): unknown {
  try {
    const told: unknown = JSON.parse(sessionProperties?.capabilities ?? 'null')
    return told ?? undefined
  } catch {
    return undefined
  }
}
