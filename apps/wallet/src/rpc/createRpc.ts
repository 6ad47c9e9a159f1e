import { isSafeRpcMethod, isUnsafeRpcMethod } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { familyOf } from '../families/familyOf.ts'
import { createEvmRpc } from './createEvmRpc.ts'
import { createFamilyRpc } from './createFamilyRpc.ts'
import type { Rpc } from './Rpc.ts'

type RpcParameters = Parameters<typeof createEvmRpc>[0] & Parameters<typeof createFamilyRpc>[0]

/**
 * Creates the handler of RPC requests. It refuses methods on neither list; each other method goes to its family. A page cannot name
 * its own node (threat 19), nor a network that is not configured, nor one of another family.
 */
export function createRpc(parameters: RpcParameters): Rpc {
  const answerEvm = createEvmRpc(parameters)
  const answerFamily = createFamilyRpc(parameters)
  const { approvals } = parameters.requests
  return async (request, context) => {
    const { method } = request
    if (!isSafeRpcMethod(method) && !isUnsafeRpcMethod(method)) {
      approvals.showRefused({ method, description: null })
      throw new ServiceError('rpc_method_not_allowed')
    }
    const namespace = familyOf(method)
    return namespace ? answerFamily({ ...request, namespace }, context) : answerEvm(request, context)
  }
}
