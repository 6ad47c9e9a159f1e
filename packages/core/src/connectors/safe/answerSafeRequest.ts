import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import { readChainId } from '../provider/readChainId.ts'
import { askParent } from './askParent.ts'
import { checkAccount, checkOwner, readCall, type SafeCall } from './readCalls.ts'
import type { SafeInfo } from './readSafeInfo.ts'
import { signInSafe } from './signInSafe.ts'
import { type AskSafe, isHash, readTransaction, safeDecisionTimeout, waitForTransaction } from './waitForTransaction.ts'

const answerTimeout = 30_000

/**
 * Answers an EIP-1193 request through the Safe. Source: EIP-1193, EIP-5792, ERC-1271.
 *
 * @throws LatchkeyError `user_rejected`, `malformed_request`, `chain_not_on_connector`, `transaction_uncertain`, …; an Error with the
 *   Safe's own message
 */
export async function answerSafeRequest({
  environment,
  info,
  method,
  params,
}: {
  environment: Environment
  info: SafeInfo
  method: string
  params: readonly unknown[]
}): Promise<unknown> {
  const ask: AskSafe = async (name, content, milliseconds = answerTimeout) => {
    try {
      return (await askParent({ environment, method: name, params: content, origin: info.origin, milliseconds })).data
    } catch (error) {
      // A Safe refuses with a message and no code.
      if (error instanceof Error && /reject/i.test(error.message))
        throw new LatchkeyError('user_rejected', { cause: error })
      throw error
    }
  }
  const call = (name: string, list: readonly unknown[]) => ask('rpcCall', { call: name, params: list })
  const send = async (txs: readonly SafeCall[]) => {
    const sent = await ask('sendTransactions', { txs, params: {} }, safeDecisionTimeout)
    const { safeTxHash } = isRecord(sent) ? sent : {}
    if (!isHash(safeTxHash)) throw new ServiceError('response_invalid', { details: 'The Safe returned no transaction' })
    return safeTxHash
  }
  const [first, second] = params
  switch (method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return [info.address]
    case 'eth_coinbase':
      return info.address
    case 'eth_chainId':
      return toHexChainId(info.chainId)
    case 'net_version':
      return info.chainId.slice('eip155:'.length)
    case 'wallet_switchEthereumChain':
      if (readChainId(isRecord(first) ? first.chainId : undefined) === info.chainId) return null
      throw new ServiceError('chain_not_on_connector')
    case 'wallet_getCapabilities':
      checkAccount({ account: first, info })
      return { [toHexChainId(info.chainId)]: { atomic: { status: 'supported' } } }
    case 'personal_sign':
      checkAccount({ account: second, info })
      return signInSafe({ ask, method: 'signMessage', params: { message: first }, environment })
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4':
      checkAccount({ account: first, info })
      return signInSafe({ ask, method: 'signTypedMessage', params: { typedData: readTyped(second) }, environment })
    case 'eth_sendTransaction':
      checkOwner({ request: first, info })
      return waitForTransaction({ ask, safeTxHash: await send([readCall(first)]), environment })
    case 'wallet_sendCalls': {
      checkOwner({ request: first, info })
      const { calls, version } = isRecord(first) ? first : {}
      if (!Array.isArray(calls) || calls.length === 0) throw new LatchkeyError('malformed_request')
      const id = await send(calls.map(readCall))
      return version === '1.0' ? id : { id }
    }
    case 'wallet_getCallsStatus':
      return readCallsStatus({ id: first, info, ask, call })
    // Not every Safe forwards `eth_blockNumber`.
    case 'eth_blockNumber': {
      const block = await call('eth_getBlockByNumber', ['latest', false])
      return isRecord(block) ? block.number : undefined
    }
    default:
      if (!/^(eth|net|web3)_/.test(method) || /^eth_sign/.test(method)) throw new ServiceError('rpc_method_not_allowed')
      return call(method, params)
  }
}

/** Returns the status of a batch: 100 pending, 200 confirmed, 400 canceled, 500 failed on the network. Source: EIP-5792. */
async function readCallsStatus({
  id,
  info,
  ask,
  call,
}: {
  id: unknown
  info: SafeInfo
  ask: AskSafe
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
}): Promise<Record<string, unknown>> {
  if (!isHash(id)) throw new LatchkeyError('malformed_request')
  const { status, txHash } = await readTransaction({ ask, safeTxHash: id })
  const receipt = txHash ? await call('eth_getTransactionReceipt', [txHash]) : undefined
  const code = status === 'CANCELLED' ? 400 : status === 'FAILED' ? 500 : isRecord(receipt) ? 200 : 100
  return {
    version: '2.0.0',
    id,
    chainId: toHexChainId(info.chainId),
    atomic: true,
    status: code,
    ...(isRecord(receipt) ? { receipts: [receipt] } : {}),
  }
}

function readTyped(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause })
  }
}
