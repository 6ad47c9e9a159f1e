import { type ChainId, isChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { JsonRpcContext, JsonRpcMethod } from '../platform/http/answerJsonRpcMethods.ts'
import { getAssets } from './getAssets.ts'
import { getCallsStatus } from './getCallsStatus.ts'
import { prepareCalls } from './prepareCalls.ts'
import { sendPreparedCalls } from './sendPreparedCalls.ts'
import type { WalletRpcPorts } from './WalletRpcPorts.ts'

/** Cost of a call with a simulation on the chain. */
const heavy = 10

/** Creates the methods of `/v1/wallet`. Sources: ERC-7836 (prepared calls), EIP-5792 (status), ERC-7811 (assets). */
export function createWalletRpc(ports: WalletRpcPorts): ReadonlyMap<string, JsonRpcMethod> {
  const { bundler, balances, config, log } = ports
  const served = config.chains.filter(isEvmChain).map(({ chainId }) => chainId)

  /** Returns the network of a request, from its parameters or from the query. If both name one, they must agree. */
  const chooseChain =
    (call: JsonRpcContext) =>
    (number: number | undefined): ChainId => {
      const asked = readQuery(call.chainId)
      const named: ChainId | undefined = number === undefined ? undefined : `eip155:${number}`
      const chainId = named ?? asked
      if (chainId !== undefined && (asked === undefined || asked === chainId) && bundler.serves(chainId)) return chainId
      throw new ServiceError('unsupported_chain', {
        field: 'chainId',
        message:
          chainId === undefined
            ? 'The chainId is missing'
            : asked !== undefined && asked !== chainId
              ? `The request names two networks: ${asked} and ${chainId}`
              : `There are no smart accounts on ${chainId}`,
      })
    }

  /** Logs the reason of a refusal, because the app or the wallet may not show it. */
  const logged = async <Answer>(method: string, project: string, work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof ServiceError) {
        const { code, field, message, details } = error
        log.info({ method, project, code, field, reason: message, details }, 'Calls refused')
      }
      throw error
    }
  }

  return new Map<string, JsonRpcMethod>([
    [
      'wallet_prepareCalls',
      {
        cost: heavy,
        answer: (params, call) => {
          const prepared = prepareCalls({
            ...{ params, chainOf: chooseChain(call), project: call.project },
            ...{ caller: call.ip, origin: call.origin, ports },
          })
          return logged('wallet_prepareCalls', call.project.id, prepared)
        },
      },
    ],
    [
      'wallet_sendPreparedCalls',
      {
        cost: heavy,
        answer: (params, call) => {
          const sent = sendPreparedCalls({ params, chainOf: chooseChain(call), project: call.project, ports })
          return logged('wallet_sendPreparedCalls', call.project.id, sent)
        },
      },
    ],
    [
      'wallet_getCallsStatus',
      {
        answer: (params, call) => {
          const chains = call.chainId === undefined ? bundler.chainIds : [chooseChain(call)(undefined)]
          return getCallsStatus({ params, chains, bundler })
        },
      },
    ],
    ['wallet_getAssets', { cost: 2, answer: (params) => getAssets({ params, balances, served }) }],
  ])
}

function readQuery(value: string | undefined): ChainId | undefined {
  if (value === undefined || isChainId(value)) return value
  throw new ServiceError('unsupported_chain', {
    field: 'chainId',
    message: 'Expected a CAIP-2 network such as eip155:1',
  })
}
