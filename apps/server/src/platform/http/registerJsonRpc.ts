import { ServiceError } from '@latchkey/protocol/errors'
import type { ProjectConfig } from '../config/ServerConfig.ts'
import type { App } from './App.ts'
import { answerJsonRpcMethods, countCost, type JsonRpcMethods } from './answerJsonRpcMethods.ts'
import { readBody } from './readBody.ts'
import { registerRoute } from './registerRoute.ts'

const maxBodyBytes = 2 ** 20

/**
 * Registers JSON-RPC methods of this server at a path. Accepts single calls and batches with any content type (`text/plain` avoids a
 * preflight). The query has `chainId` (CAIP-2) and `projectId`.
 *
 * @example
 * registerJsonRpc(app, '/v1/paymaster', new Map([['pm_getPaymasterData', { cost: 10, answer: async (params, call) => … }]]))
 */
export function registerJsonRpc(app: App, path: string, methods: JsonRpcMethods): void {
  registerRoute(app, { method: 'POST', path, project: 'required', routeClass: 'rpc' }, async (route) => {
    const { request, query, requestId, ip, origin, admit } = route
    const project = (await admit(query.projectId)) as ProjectConfig
    const text = await readBody({ call: route, maxBytes: maxBodyBytes })
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      throw new ServiceError('malformed_request', { field: 'body', message: 'The body is not JSON' })
    }
    const cost = countCost(message, methods)
    if (cost > 1) await admit(query.projectId, cost - 1)
    const reply = await answerJsonRpcMethods({
      message,
      methods,
      call: { project, chainId: query.chainId, origin, ip, signal: request.signal },
      onFault: (error) => app.log.error({ err: error, requestId }, 'A JSON-RPC call failed'),
    })
    if (reply === undefined) return { status: 204, body: null }
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { headers, body: JSON.stringify(reply) }
  })
}
