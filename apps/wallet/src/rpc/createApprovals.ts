import type { Description, SigningPayload, SigningRequest, VouchedToken } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Asker } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import { type Gateway, gatewayUrl } from '../gateway/createGateway.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import { signAsAccount } from '../operations/signAsAccount.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import type { PromptGate } from './createPromptGate.ts'
import { createReceivers } from './createReceivers.ts'
import { createReviews, type Reviews } from './createReviews.ts'
import { createSendings } from './createSendings.ts'
import type { Person } from './describePerson.ts'

/** The network of a request, as the operator configured it. */
export type ApprovalNetwork = {
  chainId: ChainId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  /** The server supports operations of smart accounts there. */
  smartAccounts: boolean
  /** Tokens that the operator vouches for. */
  tokens: readonly VouchedToken[]
}

/** Requests that need an approval. */
export type Approvals = Reviews & {
  /**
   * Describes the request, shows it, and after the approval signs exactly the shown request.
   *
   * @returns the signature, or the hash of the sent transaction
   * @throws LatchkeyError `prompt_open`, `frame_busy`, `request_refused`, `user_rejected`, the network's refusal
   */
  ask: (options: {
    method: string
    params: unknown
    network: ApprovalNetwork
    account: string
    signal: AbortSignal
    /** Called when it becomes irrevocable. */
    hold: () => void
  }) => Promise<`0x${string}`>
}

/** Ports of the approvals. */
export type ApprovalPorts = {
  cards: CardStore
  gate: PromptGate
  keys: KeyWorkerCalls
  loadReader: () => Promise<ReaderCalls>
  gateway: Gateway
  visibility: Visibility
  store: KeyValueStore
  asker: () => Asker
  /** The visitor's accounts on a network, the one in use first; none: logged out. */
  accounts: (chainId: ChainId) => readonly OperationAccount[]
  /** The visitor of the login. */
  person: () => Person | null
  /** Unlocks the wallet, with the visitor's help if it must be recovered. */
  unlock: (signal: AbortSignal) => Promise<WalletView>
  /** The wallet was used. */
  used: () => void
  baseUrl: string
  projectId: string
  /** Requests that may be approved on the card, by the project's settings. */
  cardApprovals: () => Promise<'messages' | 'everything'>
}

/** Creates the approvals of one frame. */
export function createApprovals({
  cards,
  gate,
  keys,
  loadReader,
  gateway,
  visibility,
  store,
  asker,
  accounts,
  person,
  unlock,
  used,
  baseUrl,
  projectId,
  cardApprovals,
}: ApprovalPorts): Approvals {
  const reviews = createReviews({ cards, gate, loadReader, visibility, asker, person, unlock, used, cardApprovals })
  const sendings = createSendings({ store, gateway })
  const receivers = createReceivers({ store })

  const sign = async ({
    reader,
    description,
    payload,
    account,
    network,
  }: {
    reader: ReaderCalls
    description: Description
    payload: SigningPayload
    account: string
    network: ApprovalNetwork
  }): Promise<`0x${string}`> => {
    if (payload.account.toLowerCase() !== account.toLowerCase()) throw new ServiceError('signature_invalid')
    if (payload.kind === 'operation') throw new ServiceError('request_refused')
    const { chainId } = network
    const own = accounts(chainId).find(({ address }) => address.toLowerCase() === account.toLowerCase())
    if (!own) throw new ServiceError('account_changed')
    if (own.type === 'smartAccount') {
      // Smart accounts send operations instead of transactions, which this does not handle.
      if (payload.kind === 'transaction') throw new ServiceError('request_refused')
      const url = gatewayUrl({ baseUrl, chainId, projectId })
      return signAsAccount({ keys, reader, account: own, chainId, subject: { description }, url })
    }
    if (payload.kind !== 'transaction') {
      const signed = await keys.signDigest({ address: account, digest: payload.digest })
      // Compare it with the shown request before it is sent.
      await reader.verify({ description, signed })
      return signed
    }
    const { signed, hash } = await keys.signTransaction({ address: account, transaction: payload.transaction })
    await reader.verify({ description, signed })
    await sendings.send({ hash, chainId, nonce: payload.transaction.nonce, account, signed })
    // It is sent: a failing store must not turn that into an error.
    await receivers.note({ account, description }).catch(() => {})
    return hash
  }

  const ask: Approvals['ask'] = ({ params, ...asked }) =>
    reviews.review<`0x${string}`>({
      ...asked,
      read: async ({ reader, wallet, origin }) => {
        const { method, network, account } = asked
        const { chainId, name, nativeCurrency, testnet, tokens } = network
        const asking = method === 'eth_sendTransaction' ? sendings.earlier({ account, chainId }) : []
        const request: SigningRequest = { method, params, chainId, account: account as `0x${string}`, origin }
        const describing = reader.describe({
          request,
          url: gatewayUrl({ baseUrl, chainId, projectId }),
          network: { name, nativeCurrency, testnet },
          knownAddresses: await receivers.known({ account, wallet, accounts: accounts(chainId) }),
          tokens,
          smartAccount: smartAccountOf(accounts(chainId)),
        })
        const [description, earlier] = await Promise.all([describing, asking])
        // The payload is computed while the visitor reads. After signing, it is compared again with the shown request.
        const preparing = reader.payload({ description })
        preparing.catch(() => {})
        return {
          description,
          card: { earlier },
          act: async () => sign({ reader, description, payload: await preparing, account, network }),
        }
      },
    })

  return { ...reviews, ask }
}

/** The visitor's smart account: only the wallet itself may call it. */
export function smartAccountOf(accounts: readonly OperationAccount[]): string | undefined {
  return accounts.find(({ type }) => type === 'smartAccount')?.address
}
