import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain, SignedStatus, SignedTransaction } from '../SignedChain.ts'
import { fromBase64 } from './base64.ts'
import { createSolanaNode } from './createSolanaNode.ts'
import { nameError } from './readFailure.ts'

/** The node has had it before. Source: `TransactionError::AlreadyProcessed`. */
const sentBefore = /already been processed|AlreadyProcessed/i
/** It may be too late for it, or too early for this node: that it is expired the height tells. */
const staleBlockhash = /blockhash ?not ?found/i
/** What a node says of a transaction that it looked at and does not take. Source: Agave, `rpc-client-api`, custom errors. */
const refusals = [-32002, -32003, -32602, -32013]

/**
 * How signed transactions of a Solana network are sent and followed. A transaction is good until its last block height; once the final
 * part of the chain is past that, and no node knows it, it can never come.
 */
export function createSolanaChain({ gateway }: { gateway: GatewayClient }): SignedChain {
  const node = createSolanaNode({ gateway })
  const status = async ({ hash }: SignedTransaction): Promise<SignedStatus> => {
    const found = await node.signatureStatus(hash)
    if (!found || found.commitment === 'processed') return { type: found ? 'pending' : 'unknown' }
    const { slot: block, error } = found
    const final = found.commitment === 'finalized'
    return error === undefined
      ? { type: 'confirmed', block, final }
      : { type: 'failed', block, final, details: nameError(error) }
  }
  return {
    broadcast: async ({ raw }) => {
      const bytes = fromBase64(raw)
      if (!bytes || bytes.length === 0) throw new ServiceError('simulation_failed', { details: 'There are no bytes' })
      try {
        await node.send(bytes)
      } catch (error) {
        if (!(error instanceof RpcError) || sentBefore.test(error.message)) {
          if (error instanceof RpcError) return
          throw error
        }
        if (!refusals.includes(error.code) || staleBlockhash.test(error.message)) throw error
        throw new ServiceError('simulation_failed', { cause: error, details: error.message })
      }
    },
    status,
    isExpired: async (signed) => {
      const { validUntil } = signed
      if (validUntil === undefined) return false
      // The height first: what came at its very end is in the answer that follows.
      if ((await node.blockHeight('finalized')) <= validUntil) return false
      return (await status(signed)).type === 'unknown'
    },
  }
}
