import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain, SignedStatus } from '../SignedChain.ts'
import { fromBase64 } from './base64.ts'
import { createSolanaNode } from './createSolanaNode.ts'
import { nameError } from './readFailure.ts'

/** The node has had it before. Source: `TransactionError::AlreadyProcessed`. */
const sentBefore = /already been processed|AlreadyProcessed/i
/** It may be too late for it, or too early for this node: that it is expired the height tells. */
const staleBlockhash = /blockhash ?not ?found/i
/** What a node says of a transaction that it looked at and does not take. Source: Agave, `rpc-client-api`, custom errors. */
const refusals = [-32002, -32003, -32602, -32013]

/** What is kept of a signed payment besides its bytes. */
type Plan = {
  /** When it was written, so that it is in no block before. */
  slot: number
}

/** Writes what {@link createSolanaChain} has to know of a signed payment. */
export function writePlan(plan: Plan): string {
  return JSON.stringify(plan)
}

/**
 * How signed transactions of a Solana network are sent and followed. A transaction is good until its last block height. Once the final part
 * of the chain is past that, a node that is as far does not know it, and has all blocks in which it could be, it can never come.
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
      // Each answer may come from another node: one that lags behind, or forgets, knows of nothing.
      const [{ asOf, status }, oldest] = await Promise.all([node.signatureStatus(hash), node.oldestBlock()])
      return status === undefined && asOf >= settled.slot && oldest <= slot
    },
  }
}
