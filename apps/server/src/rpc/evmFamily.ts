import { keccak256 } from 'viem/utils'
import { classifyRpcError } from './classifyRpcError.ts'
import type { RpcFamily } from './RpcFamily.ts'

const alreadyThere =
  /already known|already imported|known transaction|nonce too low|already exists|replacement.*underpriced/i

/** The JSON-RPC of EVM networks. */
export const evmFamily: RpcFamily = {
  classify: classifyRpcError,
  isRead: (method) =>
    !/^(eth_send|eth_sign|personal_|anvil_|evm_|hardhat_|eth_new|eth_uninstall|eth_getFilterChanges)/.test(method),
  readTransaction: ({ method, params = [] }) => {
    const [raw] = params
    if (method !== 'eth_sendRawTransaction' || typeof raw !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(raw))
      return undefined
    const hash = keccak256(raw as `0x${string}`)
    return {
      id: hash,
      mayBeThere: ({ message }) => alreadyThere.test(message),
      lookUp: { method: 'eth_getTransactionByHash', params: [hash] },
      isThere: (result) => result !== null,
    }
  },
  isExact: false,
  hidesBehind: true,
}
