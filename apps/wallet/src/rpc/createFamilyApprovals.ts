import type { Description, FamilyPayload } from '@latchkey/clear-signing'
import { parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { bitcoinSending } from '../bitcoin/bitcoinSending.ts'
import type { FamilyAccount, FamilyNamespace } from '../families/FamilyAccount.ts'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import type { FamilySigned, VerifiedTransaction } from '../families/FamilySigned.ts'
import { gatewayUrl } from '../gateway/createGateway.ts'
import { solanaSending } from '../solana/solanaSending.ts'
import type { ApprovalNetwork, ApprovalPorts } from './createApprovals.ts'
import { createReceivers } from './createReceivers.ts'
import type { Reviews } from './createReviews.ts'
import { createSendings } from './createSendings.ts'
import { refusalOf } from './refusalOf.ts'

/** Solana and Bitcoin requests that need an approval. */
export type FamilyApprovals = {
  /**
   * Describes the request, shows it, and after the approval signs exactly the shown request. Transactions are recorded on the device
   * first, and sent through the operator's gateway.
   *
   * @returns the signed result, and the transactions in it
   * @throws LatchkeyError `prompt_open`, `frame_busy`, `request_refused`, `user_rejected`, the network's refusal
   */
  ask: (options: {
    method: string
    /** Parsed already. */
    params: object
    network: ApprovalNetwork
    /** The signing account. */
    account: string
    /** All accounts of the visitor on that network. */
    accounts: readonly FamilyAccount[]
    /** Sends it immediately with `options`. */
    send: { options?: object | undefined } | null
    signal: AbortSignal
    /** Called when it becomes irrevocable. */
    hold: () => void
  }) => Promise<{ signed: FamilySigned; transactions: readonly VerifiedTransaction[] }>
}

export type FamilyApprovalPorts = Pick<ApprovalPorts, 'keys' | 'store' | 'gateway' | 'baseUrl' | 'projectId'> & {
  reviews: Reviews
  /** Starts a family's reader with its first request. */
  loadFamilyReader: (namespace: FamilyNamespace) => Promise<FamilyReaderCalls>
  now: () => number
}

/** Creates {@link FamilyApprovals}. */
export function createFamilyApprovals({
  reviews,
  keys,
  store,
  gateway,
  baseUrl,
  projectId,
  loadFamilyReader,
  now,
}: FamilyApprovalPorts): FamilyApprovals {
  const sendings = {
    solana: createSendings({ store, gateway, methods: solanaSending, now }),
    bip122: createSendings({ store, gateway, methods: bitcoinSending, now }),
  }
  const receivers = createReceivers({ store })

  return {
    ask: ({ method, params, network, account, accounts, send, signal, hold }) => {
      const { chainId, name, nativeCurrency, testnet, tokens } = network
      const namespace = parseChainId(chainId).namespace as FamilyNamespace
      const url = gatewayUrl({ baseUrl, chainId, projectId })

      const act = async (reader: FamilyReaderCalls, description: Description, payload: FamilyPayload) => {
        if (payload.account !== account || leaves(payload) !== (send !== null))
          throw new ServiceError('request_refused')
        const signed = await keys.signFamily({ payload, chainId })
        // Compare it with the shown request before it is sent.
        const transactions = await reader.verify({ description, signed })
        if (send === null) return { signed, transactions }
        const [transaction] = transactions
        // A foreign signature is missing, so the network would refuse it.
        if (!transaction?.id || transactions.length !== 1) throw new ServiceError('signature_invalid')
        const { id: hash, bytes } = transaction
        await sendings[namespace].send({ hash, chainId, account, at: now(), signed: bytes, options: send.options })
        // It is sent: a failing store must not turn that into an error.
        await receivers.note({ account, description }).catch(() => {})
        return { signed, transactions }
      }

      return reviews.review({
        ...{ method, network, account, signal, hold },
        loadReader: () => loadFamilyReader(namespace),
        read: async ({ reader, origin }) => {
          const [history, earlier] = await Promise.all([
            receivers.history(account),
            send ? sendings[namespace].earlier({ account, chainId }) : [],
          ])
          const own = accounts.map(({ address }) => ({ address, kind: 'own' as const }))
          const description = await reader.describe({
            ...{ accounts, url, tokens },
            request: { method, params, chainId, account, origin },
            network: { name, nativeCurrency, testnet },
            knownAddresses: [...own, ...history],
          })
          if (refusalOf(description)) return { description, act: never }
          // Impossible requests need no decision, so compute the payload first. After signing, it is compared again with the shown
          // request.
          const payload = await reader.payload({ description })
          return { description, card: { earlier }, act: () => act(reader, description, payload) }
        },
      })
    },
  }
}

async function never(): Promise<never> {
  throw new ServiceError('request_refused')
}

function leaves(payload: FamilyPayload): boolean {
  if (payload.kind === 'solanaTransactions') return payload.send
  return payload.kind === 'bitcoinPsbt' && payload.broadcast
}
