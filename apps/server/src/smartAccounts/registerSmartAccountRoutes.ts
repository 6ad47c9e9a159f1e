import { walletRpcPaths } from '@latchkey/protocol'
import { registerPermissionRoutes } from '../permissions/registerPermissionRoutes.ts'
import type { App } from '../platform/http/App.ts'
import { registerJsonRpc } from '../platform/http/registerJsonRpc.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import type { SmartAccounts } from './createSmartAccounts.ts'

const common =
  'Query: chainId (CAIP-2) and projectId. Body: a JSON-RPC 2.0 call or a batch of at most 50, any content type (text/plain avoids a preflight), at most 1 MiB.'

/** Documentation of the JSON-RPC endpoints of smart accounts. */
export const smartAccountDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: '/v1/wallet',
    tag: 'Smart accounts',
    summary: 'Prepared calls of smart accounts and permissions',
    description: `${common} Methods: wallet_prepareCalls and wallet_sendPreparedCalls (ERC-7836), wallet_getCallsStatus (EIP-5792), wallet_getAssets (ERC-7811). A refusal has its code in error.data.code.`,
  },
  {
    method: 'POST',
    path: '/v1/bundler',
    tag: 'Smart accounts',
    summary: 'The bundler (ERC-4337, EntryPoint v0.8)',
    description: `${common} Methods: those of ERC-7769, and pimlico_getUserOperationGasPrice.`,
  },
  {
    method: 'POST',
    path: '/v1/paymaster',
    tag: 'Smart accounts',
    summary: 'The paymaster (ERC-7677)',
    description: `${common} Methods: pm_getPaymasterStubData, pm_getPaymasterData. There is one where the operator pays for operations.`,
  },
]

/**
 * Registers the endpoints of smart accounts.
 *
 * @param options.place the wallet's own origin uses another path for `/v1/wallet`, which stores a sealed wallet there
 */
export function registerSmartAccountRoutes({
  app,
  smartAccounts: { rpc, sessions },
  place = 'server',
}: {
  app: App
  smartAccounts: SmartAccounts
  place?: keyof typeof walletRpcPaths
}): void {
  registerJsonRpc(app, walletRpcPaths[place], rpc.wallet)
  registerJsonRpc(app, '/v1/bundler', rpc.bundler)
  if (rpc.paymaster) registerJsonRpc(app, '/v1/paymaster', rpc.paymaster)
  if (sessions) registerPermissionRoutes({ app, sessions })
}
