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

/** Calls that are sent as one operation of an account after an approval. */
export type CallRequests = {
  /**
   * Describes the calls and prepares the operation in parallel, shows both, and after the approval sends exactly that.
   *
   * @throws errors of {@link Reviews} and {@link Operations}
   */
  send: (options: {
    method: string
    /** In the format of clear signing: `eth_sendTransaction`, or `wallet_sendCalls`. */
    request: Pick<SigningRequest, 'method' | 'params'>
    calls: readonly Required<AccountCall>[]
    network: ApprovalNetwork
    account: OperationAccount
    /** The site's ID for them. */
    id?: string | undefined
    signal: AbortSignal
    hold: () => void
  }) => Promise<SentOperation>
}

/** Creates {@link CallRequests}. */
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
          // Do not wait for the preparation of a refused request.
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
              // It is sent: a failing store must not turn that into an error.
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

/** Adds the cost of a paying account to the description, with its findings. */
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

/** Waits until an operation is in a block, and returns that transaction. */
export async function transactionOf(
  sent: SentOperation,
  { signal }: { signal: AbortSignal; chainId?: ChainId },
): Promise<`0x${string}`> {
  const { status, transactionHash } = await sent.wait({ signal })
  if (status === 400) throw new ServiceError('operation_refused')
  if (transactionHash === null) throw new ServiceError('transaction_uncertain')
  return transactionHash
}
