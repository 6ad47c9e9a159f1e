import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain, SignedStatus } from '../SignedChain.ts'
import { replaceBitcoin } from './replaceBitcoin.ts'

/** So many blocks, its own counted, make a transaction final. */
const finalDepth = 6
/** Bitcoin Core's code for what nobody knows: RPC_INVALID_ADDRESS_OR_KEY. */
const unknownCode = -5
/** RPC_VERIFY_ALREADY_IN_UTXO_SET: a block has it. */
const minedCode = -27
/**
 * Its codes for a transaction that it looked at and does not take: RPC_VERIFY_ERROR, RPC_VERIFY_REJECTED, RPC_DESERIALIZATION_ERROR,
 * RPC_INVALID_PARAMETER. Whatever else goes wrong, such as a node that starts or is limited, leaves open what became of it.
 */
const refusals = [-25, -26, -22, -8]

/** How signed transactions of Bitcoin are sent and followed. */
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
