import { isChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Bundler } from '../bundler/Bundler.ts'
import type { JsonRpcMethods } from '../platform/http/answerJsonRpcMethods.ts'
import { JsonRpcRefusal } from '../platform/http/JsonRpcRefusal.ts'

/** Methods with a simulation on the chain, which have a higher cost. */
const heavy = new Set(['eth_sendUserOperation', 'eth_estimateUserOperationGas'])

/** Creates the methods of `/v1/bundler`, for the network of the query. Source: ERC-7769. */
export function createBundlerRpc({ bundler }: { bundler: Pick<Bundler, 'request' | 'serves'> }): JsonRpcMethods {
  return {
    get: (method) => ({
      cost: heavy.has(method) ? 10 : 1,
      answer: async (params, { chainId, project }) => {
        if (!isChainId(chainId) || !bundler.serves(chainId)) {
          throw new ServiceError('unsupported_chain', {
            field: 'chainId',
            message: 'Expected a network with smart accounts in the query, such as chainId=eip155:1',
          })
        }
        const outcome = await bundler.request({ chainId, method, params, projectId: project.id })
        if ('error' in outcome) throw new JsonRpcRefusal(outcome.error)
        return outcome.result
      },
    }),
  }
}
