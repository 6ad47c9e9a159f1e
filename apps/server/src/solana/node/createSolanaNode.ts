import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { programs, readTokenAccount } from '@latchkey/solana'
import type { z } from 'zod'
import { split } from '../../platform/split.ts'
import { createAnswerCache } from '../../rpc/createAnswerCache.ts'
import type { RpcCall, RpcOutcome, RpcService } from '../../rpc/RpcService.ts'
import {
  accountsSchema,
  balanceSchema,
  signaturesSchema,
  tokenAccountsSchema,
  transactionSchema,
} from './nodeSchemas.ts'
import type { ListedSignature, NodeTransaction, SolanaNode } from './SolanaNode.ts'

/** Maximum number of calls in one request. Public nodes accept no more. */
const perRequest = 20
/** Maximum number of accounts for `getMultipleAccounts`. */
const perRead = 100
/** Size of the cache of final transactions, in bytes. */
const remembered = 32 * 2 ** 20
const commitment = 'confirmed'

export function createSolanaNode({
  rpc,
  chain: { chainId, name },
}: {
  rpc: RpcService
  chain: { chainId: ChainId; name: string }
}): SolanaNode {
  const finished = createAnswerCache({ maxBytes: remembered })

  const away = (cause: unknown) =>
    new ServiceError('upstream_unavailable', {
      field: 'chainId',
      message: `${name} cannot be reached at the moment`,
      cause,
      retryAfter: 1,
    })

  const ask = async (calls: readonly RpcCall[]): Promise<readonly RpcOutcome[]> => {
    const requests = split(calls, perRequest)
    return (await Promise.all(requests.map((own) => rpc.batch({ chainId, calls: own })))).flat()
  }

  /** A malformed response counts as an unavailable node. */
  const read = <Value>(schema: z.ZodType<Value>, outcome: RpcOutcome | undefined): Value => {
    if (!outcome || 'error' in outcome) throw away(outcome?.error)
    const parsed = schema.safeParse(outcome.result)
    if (!parsed.success) throw away(parsed.error)
    return parsed.data
  }

  return {
    readHoldings: async ({ owner }) => {
      const ofProgram = (programId: string): RpcCall => ({
        method: 'getTokenAccountsByOwner',
        params: [owner, { programId }, { encoding: 'base64', commitment }],
      })
      const [balance, ...lists] = await ask([
        { method: 'getBalance', params: [owner, { commitment }] },
        ofProgram(programs.token),
        ofProgram(programs.token2022),
      ])
      const { value: lamports, context } = read(balanceSchema, balance)
      const tokenAccounts = lists.flatMap((list) =>
        read(tokenAccountsSchema, list).value.flatMap(({ pubkey, account }) => {
          const held = readTokenAccount(account)
          return held?.owner === owner ? [{ ...held, address: pubkey }] : []
        }),
      )
      return { lamports, tokenAccounts, slot: context.slot }
    },

    readAccounts: async ({ addresses }) => {
      const groups = split(addresses, perRead)
      const answers = await ask(
        groups.map((group) => ({
          method: 'getMultipleAccounts',
          params: [group, { encoding: 'base64', commitment }],
        })),
      )
      return groups.flatMap((group, index) => {
        const { value } = read(accountsSchema, answers[index])
        if (value.length !== group.length) throw away(new Error('An account is missing'))
        return value.map((account) => account ?? undefined)
      })
    },

    listSignatures: async ({ addresses, before, limit }) => {
      const options = { limit, commitment, ...(before === undefined ? {} : { before }) }
      const answers = await ask(
        addresses.map((address) => ({ method: 'getSignaturesForAddress', params: [address, options] })),
      )
      return addresses.map((_, index) =>
        read(signaturesSchema, answers[index]).map(
          ({ signature, slot, confirmationStatus }): ListedSignature => ({
            ...{ signature, slot },
            isFinal: confirmationStatus === 'finalized',
          }),
        ),
      )
    },

    readTransactions: async ({ signatures }) => {
      const found = new Map<string, NodeTransaction>()
      const missing = signatures.filter(({ signature }) => {
        const known = finished.get(signature)
        if (known) found.set(signature, known.result as NodeTransaction)
        return !known
      })
      const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment }
      const answers = await ask(
        missing.map(({ signature }) => ({ method: 'getTransaction', params: [signature, options] })),
      )
      for (const [index, { signature, isFinal }] of missing.entries()) {
        const outcome = answers[index]
        // Deleted by the node, or of an unknown version: leave it out, and show the rest.
        if (outcome && 'result' in outcome && outcome.result === null) continue
        if (outcome && 'error' in outcome && outcome.error.code === -32015) continue
        const transaction = toTransaction(signature, read(transactionSchema, outcome))
        found.set(signature, transaction)
        if (isFinal) finished.set(signature, Object.freeze(transaction), sizeOf(transaction))
      }
      return signatures.map(({ signature }) => found.get(signature))
    },
  }
}

function toTransaction(
  signature: string,
  { blockTime, meta, transaction: { message } }: z.output<typeof transactionSchema>,
): NodeTransaction {
  type Balances = typeof meta.preTokenBalances
  const toBalances = (balances: Balances) =>
    (balances ?? []).map(({ accountIndex, mint, owner, uiTokenAmount: { amount, decimals } }) => ({
      ...{ index: accountIndex, mint, owner: owner ?? undefined, amount, decimals },
    }))
  return {
    signature,
    time: blockTime ?? undefined,
    failed: meta.err !== null && meta.err !== undefined,
    fee: meta.fee,
    accounts: message.accountKeys.map(({ pubkey, signer }) => ({ address: pubkey, signer })),
    before: meta.preBalances,
    after: meta.postBalances,
    tokensBefore: toBalances(meta.preTokenBalances),
    tokensAfter: toBalances(meta.postTokenBalances),
    instructions: message.instructions.map(({ programId, parsed }) => ({
      ...{ program: programId, type: parsed?.type, info: parsed?.info ?? {} },
    })),
  }
}

function sizeOf(transaction: NodeTransaction): number {
  return JSON.stringify(transaction, (_, value) => (typeof value === 'bigint' ? value.toString() : value)).length
}
