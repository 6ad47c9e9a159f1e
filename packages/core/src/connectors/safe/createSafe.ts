import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../../environment/Environment.ts'
import type { Network } from '../../networks/Network.ts'
import { isRecord } from '../embedded/isRecord.ts'
import { readChainId } from '../injected/readChainId.ts'
import { toWalletError } from '../injected/toWalletError.ts'
import type { LazyWallet } from '../lazy/LazyWallet.ts'
import { toRpcError } from '../lazy/toRpcError.ts'
import { askParent } from './askParent.ts'
import { checkAccount, checkOwner, readCall, type SafeCall } from './readCalls.ts'
import { readSafeInfo, type SafeInfo } from './readSafeInfo.ts'
import { signInSafe } from './signInSafe.ts'
import { type AskSafe, isHash, readTransaction, safeDecisionTimeout, waitForTransaction } from './waitForTransaction.ts'

const answerTimeout = 30_000

/**
 * The Safe connector's working half: the Safe's account and an EIP-1193 provider over the Safe Apps message protocol.
 * Once the Safe has said who it is, everything else goes to that origin alone. Source: EIP-1193, EIP-5792, ERC-1271.
 */
export function createSafe({ environment }: { environment: Environment }): LazyWallet<undefined> {
  let known: Promise<SafeInfo> | undefined
  const readInfo = () => {
    known ??= askParent({ environment, method: 'getSafeInfo', milliseconds: 5_000 }).then(readSafeInfo)
    known.catch(() => {
      known = undefined
    })
    return known
  }
  const createAsk =
    ({ origin }: SafeInfo): AskSafe =>
    async (method, params, milliseconds = answerTimeout) => {
      try {
        return (await askParent({ environment, method, params, origin, milliseconds })).data
      } catch (error) {
        // A Safe refuses with a sentence and no number.
        if (error instanceof Error && /reject/i.test(error.message))
          throw new LatchkeyError('user_rejected', { cause: error })
        throw error
      }
    }

  const answer = async ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
    const info = await readInfo()
    const ask = createAsk(info)
    const call = (name: string, list: readonly unknown[]) => ask('rpcCall', { call: name, params: list })
    const send = async (txs: readonly SafeCall[]) => {
      const sent = await ask('sendTransactions', { txs, params: {} }, safeDecisionTimeout)
      const { safeTxHash } = isRecord(sent) ? sent : {}
      if (!isHash(safeTxHash)) throw new LatchkeyError('response_invalid', { details: 'The Safe gave no transaction' })
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
        return toHex(info)
      case 'net_version':
        return info.chainId.slice('eip155:'.length)
      case 'wallet_switchEthereumChain':
        if (readChainId(isRecord(first) ? first.chainId : undefined) === info.chainId) return null
        throw new LatchkeyError('chain_not_on_connector')
      case 'wallet_getCapabilities':
        checkAccount({ account: first, info })
        return { [toHex(info)]: { atomic: { status: 'supported' } } }
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
      // Not among the calls that every Safe passes on.
      case 'eth_blockNumber': {
        const block = await call('eth_getBlockByNumber', ['latest', false])
        return isRecord(block) ? block.number : undefined
      }
      default:
        if (!/^(eth|net|web3)_/.test(method) || /^eth_sign/.test(method))
          throw new LatchkeyError('rpc_method_not_allowed')
        return call(method, params)
    }
  }

  return {
    connect: async () => {
      try {
        const { address, chainId } = await readInfo()
        return { accounts: [{ namespace: 'eip155', address, type: 'smartAccount' }], chainId }
      } catch (error) {
        throw toWalletError(error)
      }
    },
    // Whoever uses a Safe's app is in that Safe: there is no permission to give back.
    disconnect: async () => {},
    request: async ({ method, params }) => {
      try {
        return await answer({ method, params: Array.isArray(params) ? params : [] })
      } catch (error) {
        throw toRpcError(error)
      }
    },
  }
}

/** A Safe lives on one network. @throws LatchkeyError `chain_not_on_connector` for any other */
export async function stayOnNetwork({
  network,
  environment,
}: {
  network: Network
  environment: Environment
}): Promise<void> {
  const answer = await askParent({ environment, method: 'getSafeInfo', milliseconds: 5_000 })
  if (readSafeInfo(answer).chainId !== network.caipNetworkId) throw new LatchkeyError('chain_not_on_connector')
}

/** What became of a batch: 100 under way, 200 done, 400 given up, 500 refused by the network. Source: EIP-5792. */
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
    chainId: toHex(info),
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

function toHex({ chainId }: SafeInfo): string {
  return `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
}
