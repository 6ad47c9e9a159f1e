import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain, SignedStatus } from '../SignedChain.ts'
import { replaceBitcoin } from './replaceBitcoin.ts'

/** Number of blocks, including its own, after which a transaction is final. */
const finalDepth = 6
/** Bitcoin Core's code for unknown transactions: RPC_INVALID_ADDRESS_OR_KEY. */
const unknownCode = -5
/** RPC_VERIFY_ALREADY_IN_UTXO_SET: it is in a block. */
const minedCode = -27
/**
 * Codes with which a node refuses a transaction: RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED, RPC_DESERIALIZATION_ERROR, RPC_INVALID_PARAMETER.
 * After other errors, such as those of a starting node or a rate limit, it may have arrived.
 */
const refusals = [-25, -26, -22, -8]

/** Creates the submission and tracking of signed Bitcoin transactions. */
export function createBitcoinChain({ gateway, chainId }: { gateway: GatewayClient; chainId: ChainId }): SignedChain {
  const readHeight = async () => Number(await gateway.request('getblockcount'))
  const read = async (txid: string) => {
    try {
      return (await gateway.request('getrawtransaction', [txid, true])) as BitcoinTransaction
    } catch (error) {
      if (error instanceof RpcError && error.code === unknownCode) return undefined
      throw error
    }
  }
  const isFinal = async (height: number | undefined) =>
    height !== undefined && (await readHeight()) >= height + finalDepth - 1

  const status: SignedChain['status'] = async ({ hash, plan }): Promise<SignedStatus> => {
    const transaction = await read(hash)
    if (transaction) {
      const { confirmed, block_height: block } = transaction.status
      if (!confirmed || block === undefined) return { type: 'pending' }
      return { type: 'confirmed', block, final: await isFinal(block) }
    }
    for (const { txid, vout } of readInputs(plan)) {
      const answer = await gateway.request('gettxoutspend', [txid, vout])
      const { spent, txid: spender, status } = answer as OutputSpend
      if (spent && spender !== undefined && spender !== hash)
        return { type: 'replaced', hash: spender, final: await isFinal(status?.block_height) }
    }
    return { type: 'unknown' }
  }

  return {
    broadcast: async ({ raw }) => {
      try {
        await gateway.request('sendrawtransaction', [raw])
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        if (error.code === minedCode) return
        if (refusals.includes(error.code))
          throw new ServiceError('simulation_failed', { cause: error, details: error.message })
        throw error
      }
    },
    status,
    isExpired: async () => false,
    replace: (options) => replaceBitcoin({ ...options, gateway, chainId, status }),
  }
}

/** Source: Esplora's HTTP API. */
type BitcoinTransaction = { status: { confirmed: boolean; block_height?: number } }
type OutputSpend = { spent: boolean; txid?: string; status?: { block_height?: number } }

function readInputs(plan: string | undefined): readonly { txid: string; vout: number }[] {
  try {
    const { inputs } = JSON.parse(plan ?? '{}') as { inputs?: readonly { txid: string; vout: number }[] }
    return inputs ?? []
  } catch {
    return []
  }
}
