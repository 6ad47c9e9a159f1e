import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08 } from '@latchkey/smart-account'
import { numberToHex } from 'viem/utils'
import type { RpcOutcome } from '../rpc/RpcService.ts'
import type { Bundler } from './Bundler.ts'
import { OperationRefusal, refusalCodes } from './OperationRefusal.ts'
import { readOperation, readUnmeasuredOperation } from './operation/readOperation.ts'

type Asked = { chainId: ChainId; params: readonly unknown[]; projectId?: string | undefined }

/** Methods of the bundler. Sources: ERC-7769; viem and other clients use `pimlico_…` for fees. */
const methods: Record<string, (bundler: Bundler, asked: Asked) => Promise<unknown>> = {
  eth_chainId: async (_, { chainId }) => numberToHex(BigInt(chainId.slice('eip155:'.length))),
  eth_supportedEntryPoints: async () => [entryPoint08],
  eth_sendUserOperation: async (bundler, { chainId, params, projectId }) => {
    requireEntryPoint(params[1])
    return bundler.send({ chainId, operation: readOperation(params[0]), projectId })
  },
  eth_estimateUserOperationGas: async (bundler, { chainId, params }) => {
    requireEntryPoint(params[1])
    if (params[2] !== undefined && Object.keys(Object(params[2])).length > 0) {
      throw new OperationRefusal('invalidParams', 'State overrides are not supported')
    }
    return toHex(await bundler.estimate({ chainId, operation: readUnmeasuredOperation(params[0]) }))
  },
  eth_getUserOperationByHash: async (bundler, { chainId, params }) =>
    (await bundler.byHash({ chainId, hash: readHash(params[0]) })) ?? null,
  eth_getUserOperationReceipt: async (bundler, { chainId, params }) =>
    (await bundler.receipt({ chainId, hash: readHash(params[0]) })) ?? null,
  pimlico_getUserOperationGasPrice: async (bundler, { chainId }) => {
    const { slow, standard, fast } = await bundler.gasPrice({ chainId })
    return { slow: toHex(slow), standard: toHex(standard), fast: toHex(fast) }
  },
}

/** Answers one call. A refusal is an answer as well. */
export async function answerRequest(
  bundler: Bundler,
  { method, ...asked }: Asked & { method: string },
): Promise<RpcOutcome> {
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer) {
    const message = `The bundler has no method ${method.slice(0, 60)}`
    return { error: { code: refusalCodes.methodNotFound, message, data: { code: 'rpc_method_not_allowed' } } }
  }
  try {
    return { result: await answer(bundler, asked) }
  } catch (error) {
    if (error instanceof OperationRefusal) {
      const { rpcCode, message, code, reason } = error
      return { error: { code: rpcCode, message, data: { code, ...(reason === undefined ? {} : { reason }) } } }
    }
    if (error instanceof ServiceError) {
      return { error: { code: refusalCodes.internal, message: error.message, data: { code: error.code } } }
    }
    throw error
  }
}

function requireEntryPoint(value: unknown): void {
  if (typeof value === 'string' && value.toLowerCase() === entryPoint08.toLowerCase()) return
  throw new OperationRefusal('invalidParams', `The entry point must be ${entryPoint08} (EntryPoint v0.8)`, {
    field: 'entryPoint',
  })
}

function readHash(value: unknown): `0x${string}` {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)) return value.toLowerCase() as `0x${string}`
  throw new OperationRefusal('invalidParams', 'An operation’s hash has 0x and 64 hexadecimal digits', {
    field: 'hash',
  })
}

function toHex(numbers: Record<string, bigint | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, value]) => (value === undefined ? [] : [[name, numberToHex(value)]])),
  )
}
