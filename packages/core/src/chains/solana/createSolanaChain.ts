import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain, SignedStatus } from '../SignedChain.ts'
import { fromBase64 } from './base64.ts'
import { createSolanaNode } from './createSolanaNode.ts'
import { nameError } from './readFailure.ts'

/** The node has already processed it. Source: `TransactionError::AlreadyProcessed`. */
const sentBefore = /already been processed|AlreadyProcessed/i
/** The blockhash has expired, or this node lags behind. The block height decides about the expiry. */
const staleBlockhash = /blockhash ?not ?found/i
/** Codes with which a node refuses a transaction. Source: Agave, `rpc-client-api`, custom errors. */
const refusals = [-32002, -32003, -32602, -32013]

/** Stored data of a signed payment, in addition to its bytes. */
type Plan = {
  /** The slot of its creation, before which it cannot be in a block. */
  slot: number
}

/** Serializes the data that {@link createSolanaChain} needs. */
export function writePlan(plan: Plan): string {
  return JSON.stringify(plan)
}

/**
 * Creates the submission and tracking of signed Solana transactions. A transaction is valid until its last block height. It can never be
 * mined after the final part of the chain has passed that height, if an up-to-date node with all possible blocks does not know it.
 */
export function createSolanaChain({ gateway }: { gateway: GatewayClient }): SignedChain {
  const node = createSolanaNode({ gateway })
  return {
    broadcast: async ({ raw }) => {
      const bytes = fromBase64(raw)
      if (!bytes || bytes.length === 0) throw new ServiceError('simulation_failed', { details: 'There are no bytes' })
      try {
        await node.send(bytes)
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        if (sentBefore.test(error.message)) return
        if (!refusals.includes(error.code) || staleBlockhash.test(error.message)) throw error
        throw new ServiceError('simulation_failed', { cause: error, details: error.message })
      }
    },
    status: async ({ hash }): Promise<SignedStatus> => {
      const { status } = await node.signatureStatus(hash)
      if (!status || status.commitment === 'processed') return { type: status ? 'pending' : 'unknown' }
      const { slot: block, error } = status
      const final = status.commitment === 'finalized'
      return error === undefined
        ? { type: 'confirmed', block, final }
        : { type: 'failed', block, final, details: nameError(error) }
    },
    isExpired: async ({ hash, validUntil, plan }) => {
      const slot = plan === undefined ? undefined : (JSON.parse(plan) as Partial<Plan>).slot
      if (validUntil === undefined || slot === undefined) return false
      const settled = await node.settled()
      if (settled.blockHeight <= validUntil) return false
      // Each answer may come from another node. One that lags behind, or has pruned blocks, knows nothing.
      const [{ asOf, status }, oldest] = await Promise.all([node.signatureStatus(hash), node.oldestBlock()])
      return status === undefined && asOf >= settled.slot && oldest <= slot
    },
  }
}
