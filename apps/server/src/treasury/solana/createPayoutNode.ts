import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'
import type { RpcCall, RpcOutcome, RpcService } from '../../rpc/RpcService.ts'
import { createSolanaNode } from '../../solana/node/createSolanaNode.ts'
import type { PayoutNode, SignatureStatus } from './PayoutNode.ts'
import {
  blockhashSchema,
  blockTimeSchema,
  epochSchema,
  pricesSchema,
  rentSchema,
  simulationSchema,
  slotNumberSchema,
  statusesSchema,
} from './payoutSchemas.ts'

/** Maximum number of signatures for `getSignatureStatuses`. */
const perRequest = 256
const commitment = 'confirmed'

/** Creates the requests of payouts to a cluster. */
export function createPayoutNode({
  rpc,
  chainId,
  name,
}: {
  rpc: Pick<RpcService, 'batch' | 'call'>
  chainId: ChainId
  name: string
}): PayoutNode {
  const { readAccounts } = createSolanaNode({ rpc: rpc as RpcService, chain: { chainId, name } })

  const away = (cause: unknown) =>
    new ServiceError('upstream_unavailable', {
      field: 'chainId',
      message: `${name} cannot be reached at the moment`,
      cause,
      retryAfter: 1,
    })
  /** A malformed response counts as an unavailable node. */
  const read = <Value>(schema: z.ZodType<Value>, outcome: RpcOutcome | undefined): Value => {
    if (!outcome || 'error' in outcome) throw away(outcome?.error)
    const parsed = schema.safeParse(outcome.result)
    if (!parsed.success) throw away(parsed.error)
    return parsed.data
  }
  const ask = async <Value>(schema: z.ZodType<Value>, method: string, ...params: unknown[]): Promise<Value> =>
    read(schema, await rpc.call({ chainId, call: { method, params } }))

  const lookUp = (signatures: readonly string[]): RpcCall => ({
    method: 'getSignatureStatuses',
    params: [signatures, { searchTransactionHistory: true }],
  })
  const readFinal: RpcCall = { method: 'getEpochInfo', params: [{ commitment: 'finalized' }] }

  return {
    readAccounts,

    readRents: async (sizes) => {
      const calls = sizes.map((size) => ({ method: 'getMinimumBalanceForRentExemption', params: [size] }))
      const outcomes = await rpc.batch({ chainId, calls })
      return sizes.map((_, index) => read(rentSchema, outcomes[index]))
    },

    readLifetime: async () => {
      const { value } = await ask(blockhashSchema, 'getLatestBlockhash', { commitment })
      return { blockhash: value.blockhash, lastValidHeight: value.lastValidBlockHeight }
    },

    readPrices: async (accounts) =>
      (await ask(pricesSchema, 'getRecentPrioritizationFees', accounts)).map(
        ({ prioritizationFee }) => prioritizationFee,
      ),

    simulate: async (transaction) => {
      const options = { commitment, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true }
      const { value } = await ask(simulationSchema, 'simulateTransaction', toBase64(transaction), options)
      return { error: value.err ?? undefined, logs: value.logs ?? [], units: value.unitsConsumed ?? undefined }
    },

    send: async (raw) => {
      const options = { encoding: 'base64', preflightCommitment: commitment }
      const outcome = await rpc.call({ chainId, call: { method: 'sendTransaction', params: [raw, options] } })
      return 'error' in outcome ? outcome.error.message : undefined
    },

    readStatuses: async (signatures) => {
      const found: { status: SignatureStatus | undefined; slot: number }[] = []
      for (let at = 0; at < signatures.length; at += perRequest) {
        const some = signatures.slice(at, at + perRequest)
        const { context, value } = read(statusesSchema, await rpc.call({ chainId, call: lookUp(some) }))
        if (value.length !== some.length) throw away(new Error('A status is missing'))
        found.push(...value.map((each) => ({ status: toStatus(each), slot: context.slot })))
      }
      return found
    },

    readFinal: async () => {
      const { absoluteSlot, blockHeight } = read(epochSchema, await rpc.call({ chainId, call: readFinal }))
      return { slot: absoluteSlot, height: blockHeight }
    },

    readOutlook: async (signature) => {
      // A single request goes to one node, so its progress applies to its answer about the signature.
      const calls = [readFinal, lookUp([signature]), { method: 'getFirstAvailableBlock', params: [] }]
      const [final, statuses, first] = await rpc.batch({ chainId, calls })
      const { context, value } = read(statusesSchema, statuses)
      const [status] = value
      if (status === undefined) throw away(new Error('A status is missing'))
      const oldest = await ask(blockTimeSchema, 'getBlockTime', read(slotNumberSchema, first))
      return {
        status: toStatus(status),
        slot: context.slot,
        finalHeight: read(epochSchema, final).blockHeight,
        oldest: oldest * 1_000,
      }
    },
  }
}

function toStatus(status: z.output<typeof statusesSchema>['value'][number]): SignatureStatus | undefined {
  if (status === null) return undefined
  const { slot, err, confirmationStatus } = status
  return { slot, error: err ?? undefined, commitment: confirmationStatus ?? 'finalized' }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
