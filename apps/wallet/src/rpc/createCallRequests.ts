import type { Description, SigningRequest } from '@latchkey/clear-signing'
import { type ChainId, formatUnits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AccountCall } from '@latchkey/smart-account'
import { gatewayUrl } from '../gateway/createGateway.ts'
import type { OperationHistory } from '../operations/createOperations.ts'
import type { OperationAccount, Operations, PreparedOperation, SentOperation } from '../operations/Operations.ts'
import { type ApprovalNetwork, type ApprovalPorts, smartAccountOf } from './createApprovals.ts'
import { createReceivers } from './createReceivers.ts'
import type { Reviews } from './createReviews.ts'

/** Calls that leave as one operation of an account, once a person has agreed. */
export type CallRequests = {
  /**
   * Describes the calls, has them prepared meanwhile, shows both, and after the approval sends exactly that.
   *
   * @throws what {@link Reviews} and {@link Operations} throw
   */
  send: (options: {
    method: string
    /** As clear signing reads them: `eth_sendTransaction`, or `wallet_sendCalls`. */
    request: Pick<SigningRequest, 'method' | 'params'>
    calls: readonly Required<AccountCall>[]
    network: ApprovalNetwork
    account: OperationAccount
    /** The site's own name for them. */
    id?: string | undefined
    signal: AbortSignal
    hold: () => void
  }) => Promise<SentOperation>
}

/** Makes {@link CallRequests}. */
export function createCallRequests({
  reviews,
  operations,
  accounts,
  store,
  baseUrl,
  projectId,
}: Pick<ApprovalPorts, 'accounts' | 'store' | 'baseUrl' | 'projectId'> & {
  reviews: Reviews
  operations: Operations & OperationHistory
}): CallRequests {
  const receivers = createReceivers({ store })
  return {
    send: ({ method, request, calls, network, account, id, signal, hold }) =>
      reviews.review<SentOperation>({
        ...{ method, network, account: account.address, signal, hold },
        read: async ({ reader, wallet, origin, signal: reading }) => {
          const { chainId, name, nativeCurrency, testnet, tokens } = network
          const own = accounts(chainId)
          const describing = reader.describe({
            request: { ...request, chainId, account: account.address, origin, asOperation: true },
            url: gatewayUrl({ baseUrl, chainId, projectId }),
            network: { name, nativeCurrency, testnet },
            knownAddresses: await receivers.known({ account: account.address, wallet, accounts: own }),
            tokens,
            smartAccount: smartAccountOf(own),
          })
          const preparing = operations.prepare({ account, chainId, calls, description: describing, signal: reading })
          preparing.catch(() => {})
          const described = await describing
          // What is refused is not worth waiting for.
          if (described.findings.some(({ level }) => level === 'refuse')) return { description: described, act: never }
          const [prepared, earlier] = await Promise.all([
            preparing,
            operations.earlier({ account: account.address, chainId }),
          ])
          const description = withCost({ description: described, prepared, network })
          const { sponsor, setsUp } = prepared.cost
          return {
            description,
            card: {
              earlier,
              operation: { sponsor: sponsor?.name ?? null, setsUp, accountType: account.type },
            },
            act: async () => {
              const sent = await operations.send({ prepared, description, origin, id })
              // It is sent: a store that fails now must not tell anybody otherwise.
              await receivers.note({ account: account.address, description }).catch(() => {})
              return sent
            },
          }
        },
      }),
  }
}

async function never(): Promise<never> {
  throw new ServiceError('request_refused')
}

/** The description with what an account that pays itself pays, and what stands against that. */
function withCost({
  description,
  prepared: { cost, findings },
  network,
}: {
  description: Description
  prepared: PreparedOperation
  network: ApprovalNetwork
}): Description {
  if (cost.sponsor) return description
  const { symbol, decimals } = network.nativeCurrency
  const { gas, maxFeePerGas } = cost
  const fee = { gas, maxFeePerGas, cost: cost.cost, costText: formatUnits(cost.cost, decimals), symbol }
  const known = description.findings.some(({ code }) => code === 'insufficientFunds')
  const more = findings.filter(({ code }) => code !== 'insufficientFunds' || !known)
  return { ...description, fee, findings: [...more, ...description.findings] }
}

/** Waits until an operation is in a block, and gives that transaction. */
export async function transactionOf(
  sent: SentOperation,
  { signal }: { signal: AbortSignal; chainId?: ChainId },
): Promise<`0x${string}`> {
  const { status, transactionHash } = await sent.wait({ signal })
  if (status === 400) throw new ServiceError('operation_refused')
  if (transactionHash === null) throw new ServiceError('transaction_uncertain')
  return transactionHash
}
