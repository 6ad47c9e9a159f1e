import { type ChainId, isChainId } from '@latchkey/protocol'
import { getSupportedChains } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { isBitcoinChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import type { Upgrades } from '../platform/http/createUpgrades.ts'
import { readBody } from '../platform/http/readBody.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import { answerJsonRpc, countCalls } from './answerJsonRpc.ts'
import type { RpcServiceWithUpstreams } from './createRpcService.ts'
import { createSocketSlots } from './createSocketSlots.ts'
import { writeExactJson } from './exactJson.ts'
import { listSockets } from './listSockets.ts'
import { serveRpcSocket } from './serveRpcSocket.ts'

/** A transaction with six blobs has 1.6 MiB in hexadecimal. */
const maxBodyBytes = 2 * 2 ** 20
const day = 24 * 60 * 60

/** Documentation of the gateway. */
export const rpcDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: '/v1',
    tag: 'RPC gateway',
    summary: 'JSON-RPC of a chain',
    description:
      'Query: chainId (CAIP-2) and projectId. Body: a JSON-RPC 2.0 call or a batch of at most 500, any content type (text/plain avoids a preflight), at most 2 MiB. Methods are those of the network’s family: of Ethereum’s the standard reads, eth_simulateV1 and eth_sendRawTransaction; of Solana the reads that wallets need, sendTransaction and simulateTransaction; of Bitcoin getblockcount, getbestblockhash, getrawtransaction, sendrawtransaction, estimatesmartfee (feerate in satoshi per virtual byte), getaddressutxos, getaddresstxids, getaddressmempool and gettxoutspend. The same path takes a WebSocket, where eth_subscribe and Solana’s subscriptions to accounts, signatures, logs and slots work too; a message there has at most 256 KiB.',
  },
]

/**
 * Registers the RPC gateway and the list of chains.
 *
 * @param options.upgrades WebSockets of the server; without them the gateway has none
 */
export function registerRpcRoutes({
  app,
  upgrades,
  config: { chains },
  rpc,
}: {
  app: App
  upgrades?: Upgrades
  config: Pick<ServerConfig, 'chains'>
  rpc: RpcServiceWithUpstreams
}): void {
  const served = new Set<ChainId>(chains.map(({ chainId }) => chainId))
  const added = new Map<ChainId, ReadonlySet<string>>(
    chains.filter(isEvmChain).map(({ chainId, gatewayMethods }) => [chainId, new Set(gatewayMethods)]),
  )
  const supported = Object.freeze({
    http: [...served],
    ws: chains
      .filter((chain) => !isBitcoinChain(chain) && chain.upstreams.some(({ ws }) => ws))
      .map(({ chainId }) => chainId),
  })

  registerEndpoint(app, getSupportedChains, (_input, { header }) => {
    header('cache-control', `public, max-age=${day}`)
    return supported
  })

  for (const path of ['/v1', '/v1/']) {
    registerRoute(app, { method: 'POST', path, project: 'required', routeClass: 'rpc' }, async (call) => {
      const { query, admit } = call
      await admit(query.projectId)
      const chainId = readChainId({ value: query.chainId, served })
      const text = await readBody({ call, maxBytes: maxBodyBytes })
      let message: unknown
      try {
        message = JSON.parse(text)
      } catch {
        throw new ServiceError('malformed_request', { field: 'body', message: 'The body is not JSON' })
      }
      const calls = countCalls(message, chainId)
      if (calls > 1) await admit(query.projectId, calls - 1)
      const reply = await answerJsonRpc({ message, chainId, rpc, added: added.get(chainId) })
      if (reply === undefined) return { status: 204, body: null }
      return {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: writeExactJson(reply),
      }
    })
    // A browser that opens this path without an upgrade gets the requirements of the path.
    registerRoute(app, { method: 'GET', path, project: 'none', routeClass: 'rpc' }, async ({ admit }) => {
      await admit(undefined)
      throw new ServiceError('upgrade_required', {
        field: 'upgrade',
        message: 'POST JSON-RPC to this address, or open a WebSocket',
      })
    })
  }

  const slots = createSocketSlots()
  upgrades?.add({
    path: '/v1',
    routeClass: 'rpc',
    prepare: ({ query, ip, admit, place }) => {
      const chainId = readChainId({ value: query.get('chainId') ?? undefined, served })
      const wsUrls = () => listSockets(rpc.chains.get(chainId))
      const takeSlot = () => slots.take(ip)
      return (socket) =>
        serveRpcSocket({ socket, chainId, rpc, wsUrls, admit, takeSlot, place, added: added.get(chainId) })
    },
  })
}

/**
 * Reads the chain of a request.
 *
 * @throws LatchkeyError `unsupported_chain`
 */
function readChainId({ value, served }: { value: string | undefined; served: ReadonlySet<ChainId> }): ChainId {
  if (isChainId(value) && served.has(value)) return value
  if (value !== undefined) throw unsupportedChain({ chainId: value.slice(0, 80) })
  throw new ServiceError('unsupported_chain', {
    field: 'chainId',
    message: 'The chainId is missing: expected a CAIP-2 network such as eip155:1',
  })
}
