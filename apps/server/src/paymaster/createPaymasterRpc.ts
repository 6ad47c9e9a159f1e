import { type ChainId, isChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08, fromRpcOperation, InvalidOperation, type UserOperation } from '@latchkey/smart-account'
import type { Bundler, OperationGas } from '../bundler/Bundler.ts'
import type { JsonRpcContext, JsonRpcMethod } from '../platform/http/answerJsonRpcMethods.ts'
import { measuredSignature } from './measuredSignature.ts'
import type { Paymaster } from './Paymaster.ts'

/**
 * Maximum of each gas limit relative to the measurement, in hundredths and in gas units. The submitter of an operation
 * receives a share of the unused call gas and all of `preVerificationGas`, at the operator's cost.
 */
const limits = {
  callGasLimit: { hundredths: 125n, slack: 30_000n },
  verificationGasLimit: { hundredths: 150n, slack: 30_000n },
  preVerificationGas: { hundredths: 110n, slack: 0n },
} as const

/**
 * Creates the methods of `/v1/paymaster`. Source: ERC-7677. Parameters: the operation, the EntryPoint, the network
 * (hexadecimal), and a context, which is ignored.
 */
export function createPaymasterRpc({
  paymaster,
  bundler,
}: {
  paymaster: Paymaster
  bundler: Pick<Bundler, 'estimate' | 'nextNonce'>
}): ReadonlyMap<string, JsonRpcMethod> {
  return new Map<string, JsonRpcMethod>([
    [
      'pm_getPaymasterStubData',
      {
        cost: 5,
        answer: async (params, call) => {
          const { chainId, operation } = read(params, call)
          const stub = await paymaster.stub({ chainId, project: call.project, operation, origin: call.origin })
          return { ...toFields(stub), isFinal: false }
        },
      },
    ],
    [
      'pm_getPaymasterData',
      {
        cost: 10,
        answer: async (params, call) => {
          const { chainId, operation } = read(params, call)
          const { project, origin } = call
          await requireNextNumber({ bundler, chainId, operation })
          const { sponsor: _, ...stub } = await paymaster.stub({ chainId, project, operation, origin })
          const signature = measuredSignature(operation)
          const gas = await bundler.estimate({ chainId, operation: withoutGas({ ...operation, ...stub, signature }) })
          checkLimits(operation, gas)
          return toFields(await paymaster.sponsor({ chainId, project, operation, caller: call.ip, origin }))
        },
      },
    ],
  ])
}

function toFields({
  sponsor,
  paymaster,
  paymasterData,
  paymasterVerificationGasLimit,
  paymasterPostOpGasLimit,
}: Awaited<ReturnType<Paymaster['stub']>>) {
  return {
    sponsor,
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: `0x${paymasterVerificationGasLimit.toString(16)}`,
    paymasterPostOpGasLimit: `0x${paymasterPostOpGasLimit.toString(16)}`,
  }
}

function read(
  [value, entryPoint, chain]: readonly unknown[],
  call: JsonRpcContext,
): { chainId: ChainId; operation: UserOperation } {
  if (typeof entryPoint !== 'string' || entryPoint.toLowerCase() !== entryPoint08.toLowerCase()) {
    throw new ServiceError('malformed_request', {
      field: 'entryPoint',
      message: `Expected EntryPoint v0.8, ${entryPoint08}`,
    })
  }
  const named: unknown =
    typeof chain === 'string' && /^0x[0-9a-f]{1,13}$/i.test(chain) ? `eip155:${Number(chain)}` : call.chainId
  if (!isChainId(named) || (call.chainId !== undefined && call.chainId !== named)) {
    throw new ServiceError('unsupported_chain', { field: 'chainId', message: 'Expected one network, in hexadecimal' })
  }
  try {
    return { chainId: named, operation: readBare(value) }
  } catch (error) {
    if (!(error instanceof InvalidOperation)) throw error
    throw new ServiceError('malformed_request', { field: 'operation', message: error.message })
  }
}

/** Removes a foreign paymaster, and the stub of ours. */
function readBare(value: unknown): UserOperation {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const whole = isObject ? { ...value, paymaster: entryPoint08, paymasterData: '0x' } : value
  const { paymaster: _, paymasterData: __, ...operation } = fromRpcOperation(whole, { unmeasured: true })
  return operation
}

function withoutGas(operation: UserOperation): UserOperation {
  return { ...operation, callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: 0n }
}

/**
 * Requires the account's next nonce. Anyone may request promises for an account without its signature. With arbitrary nonces,
 * they could reserve its whole daily budget.
 *
 * @throws ServiceError `sponsorship_refused`
 */
async function requireNextNumber({
  bundler,
  chainId,
  operation: { sender, nonce },
}: {
  bundler: Pick<Bundler, 'nextNonce'>
  chainId: ChainId
  operation: UserOperation
}): Promise<void> {
  const next = await bundler.nextNonce({ chainId, sender, key: nonce >> 64n })
  if (nonce === next) return
  throw new ServiceError('sponsorship_refused', {
    field: 'nonce',
    message: `The account’s next nonce is ${next}. Only that one is sponsored`,
  })
}

/** @throws ServiceError `sponsorship_refused` */
function checkLimits(operation: UserOperation, measured: OperationGas): void {
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const) {
    const { hundredths, slack } = limits[name]
    if (operation[name] <= (measured[name] * hundredths) / 100n + slack) continue
    throw new ServiceError('sponsorship_refused', {
      field: name,
      message: `The ${name} is higher than the operation needs`,
    })
  }
}
