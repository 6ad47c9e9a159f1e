import type { Description, SigningPayload, SigningRequest, VouchedToken } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Asker, Card } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import { type Gateway, gatewayUrl } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { Visibility } from '../ui/canSeeVisibility.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import { createDecision } from './createDecision.ts'
import type { PromptGate } from './createPromptGate.ts'
import { createReceivers } from './createReceivers.ts'
import { createSendings } from './createSendings.ts'
import { describePerson, type Person } from './describePerson.ts'

type ApproveCard = Extract<Card, { kind: 'approve' }>

/** The network of a request, as the operator configured it. */
export type ApprovalNetwork = {
  chainId: ChainId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  /** Those that the operator vouches for. */
  tokens: readonly VouchedToken[]
}

/** Requests that a person decides about. */
export type Approvals = {
  /**
   * Describes the request, shows it, and after the approval signs exactly what was shown.
   *
   * @returns the signature, or the hash of the transaction that was sent
   * @throws LatchkeyError `prompt_open`, `rate_limited`, `request_refused`, `user_rejected`, what the network refused
   */
  ask: (options: {
    method: string
    params: unknown
    network: ApprovalNetwork
    account: string
    signal: AbortSignal
    /** Called when it cannot be taken back any more. */
    hold: () => void
  }) => Promise<`0x${string}`>
  /** Shows a request that is never signed. Only one such card at a time; the host is answered in any case. */
  showRefused: (options: { method: string; description: Description | null }) => void
  /** Closes what is left on the screen and waits for no answer: a refusal, a failure. */
  dismiss: () => void
  /** The request that waits, for the approval window. */
  current: () => ApproveCard | null
  /**
   * The decision of the approval window, which has checked trust, delay and focus itself.
   *
   * @throws LatchkeyError `request_aborted` when the request that the window shows waits no more: another may stand in its place
   */
  decide: (options: { id: string; approved: boolean }) => void
}

/** What approvals work with. */
export type ApprovalPorts = {
  cards: CardStore
  gate: PromptGate
  keys: KeyWorkerCalls
  loadReader: () => Promise<ReaderCalls>
  gateway: Gateway
  visibility: Visibility
  store: KeyValueStore
  asker: () => Asker
  /** Who is signed in. */
  person: () => Person | null
  /** Opens the wallet, with the visitor's help where it must be recovered. */
  unlock: (signal: AbortSignal) => Promise<WalletView>
  /** The wallet was used. */
  used: () => void
  baseUrl: string
  projectId: string
  /** What may be approved on the card, by the project's settings. */
  cardApprovals: () => Promise<'messages' | 'everything'>
}

/** Makes the approvals of one frame. */
export function createApprovals({
  cards,
  gate,
  keys,
  loadReader,
  gateway,
  visibility,
  store,
  asker,
  person,
  unlock,
  used,
  baseUrl,
  projectId,
  cardApprovals,
}: ApprovalPorts): Approvals {
  let waiting: { card: () => ApproveCard; decide: (approved: boolean) => void } | null = null
  let refusedShows = false
  const leftovers = new Set<() => void>()
  const sendings = createSendings({ store, gateway })
  const receivers = createReceivers({ store })

  const presentRefused = ({ method, description }: { method: string; description: Description | null }) => {
    if (refusedShows) return
    refusedShows = true
    const close = () => {
      refusedShows = false
      leftovers.delete(close)
      card.close()
    }
    leftovers.add(close)
    const card = cards.present<'refused'>(
      { kind: 'refused', asker: asker(), method, description },
      { cancel: close, reject: close },
    )
  }

  const showRefused: Approvals['showRefused'] = (request) => {
    try {
      // A notice counts as a prompt, but does not stand in the way of the next request.
      gate.enter()()
    } catch {
      // Too many: the page is told, the visitor is left alone.
      return
    }
    presentRefused(request)
  }

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
    if (payload.kind !== 'transaction') {
      const signed = await keys.signDigest({ address: account, digest: payload.digest })
      // Before anything leaves: it is held against what was shown.
      await reader.verify({ description, signed })
      return signed
    }
    const { signed, hash } = await keys.signTransaction({ address: account, transaction: payload.transaction })
    await reader.verify({ description, signed })
    const { chainId } = network
    await sendings.send({ hash, chainId, nonce: payload.transaction.nonce, account, signed })
    // It is sent: a store that fails now must not tell anybody otherwise.
    await receivers.note({ account, description }).catch(() => {})
    return hash
  }

  const ask: Approvals['ask'] = async ({ method, params, network, account, signal, hold }) => {
    // Given up before it came here: the host was told so, and nobody is to be asked.
    signal.throwIfAborted()
    const leave = gate.enter()
    const controller = new AbortController()
    const decision = createDecision()
    let shown: ApproveCard = {
      kind: 'approve',
      id: crypto.randomUUID(),
      asker: asker(),
      method,
      account: { address: account, person: describePerson(person()) },
      network: {
        chainId: network.chainId,
        name: network.name,
        symbol: network.nativeCurrency.symbol,
        testnet: network.testnet,
      },
      description: null,
      place: visibility.canProve() ? 'card' : 'window',
      windowReason: 'engine',
      state: 'reading',
      failure: null,
    }
    const decide = (approved: boolean) => {
      if (shown.state !== 'ready' && shown.state !== 'inWindow' && approved) return
      decision.settle(approved)
    }
    const card = cards.present<'approve'>(shown, {
      // Without proof that the card is seen, a click on it decides nothing.
      approve: () => {
        if (shown.place === 'card') decide(true)
      },
      reject: () => decide(false),
      cancel: () => decide(false),
      openWindow: (page) => {
        if (page === 'approve' && shown.state === 'ready') update({ state: 'inWindow' })
      },
    })
    const update = (patch: Partial<ApproveCard>) => {
      shown = { ...shown, ...patch }
      card.update(patch)
    }
    const given = () => {
      controller.abort(signal.reason)
      decision.fail(signal.reason)
    }
    signal.addEventListener('abort', given, { once: true })
    waiting = { card: () => shown, decide }
    let keepCard = false
    try {
      const read = async () => {
        const { chainId, name, nativeCurrency, testnet, tokens } = network
        const [reader, wallet] = await Promise.all([loadReader(), unlock(controller.signal)])
        const asking = method === 'eth_sendTransaction' ? sendings.earlier({ account, chainId }) : []
        const request: SigningRequest = {
          method,
          params,
          chainId,
          account: account as `0x${string}`,
          origin: shown.asker.origin,
        }
        const describing = reader.describe({
          request,
          url: gatewayUrl({ baseUrl, chainId, projectId }),
          network: { name, nativeCurrency, testnet },
          knownAddresses: await receivers.known({ account, wallet }),
          tokens,
        })
        const [description, earlier] = await Promise.all([describing, asking])
        return { reader, description, earlier }
      }
      const first = await Promise.race([read(), decision.promise])
      if (typeof first === 'boolean') throw new ServiceError('user_rejected')
      const { reader, description, earlier } = first
      const refusal = description.findings.find(({ level }) => level === 'refuse')
      if (refusal) {
        card.close()
        presentRefused({ method, description })
        throw new RpcRefusal({ code: 'request_refused', rpcCode: refusal.code === 'malformed' ? -32602 : 4001 })
      }
      // What will be signed is worked out while it is read; that it is what was shown is looked at again once it is signed.
      const preparing = reader.payload({ description })
      preparing.catch(() => {})
      const needsWindow = shown.place === 'card' && isAtStake(description) && (await cardApprovals()) === 'messages'
      update({
        description,
        earlier,
        state: 'ready',
        ...(needsWindow ? { place: 'window', windowReason: 'value' } : {}),
      })
      if (!(await decision.promise)) throw new ServiceError('user_rejected')
      used()
      update({ state: 'signing' })
      await unlock(controller.signal)
      // Given up while the wallet opened: the host was told that nothing was signed, so nothing is.
      signal.throwIfAborted()
      // From here on it cannot be taken back.
      hold()
      const signing = preparing.then((payload) => sign({ reader, description, payload, account, network }))
      return await signing.catch((error: unknown) => {
        keepCard = true
        throw error
      })
    } catch (error) {
      if (keepCard) {
        update({ state: 'failed', failure: toCardFailure(error) })
        const close = () => {
          leftovers.delete(close)
          card.close()
        }
        leftovers.add(close)
        decision.next(close)
      }
      throw error
    } finally {
      controller.abort()
      signal.removeEventListener('abort', given)
      waiting = null
      if (!keepCard) card.close()
      leave()
    }
  }

  return {
    ask,
    showRefused,
    dismiss: () => {
      for (const close of [...leftovers]) close()
    },
    current: () => waiting?.card() ?? null,
    decide: ({ id, approved }) => {
      if (!waiting || waiting.card().id !== id) throw new ServiceError('request_aborted')
      waiting.decide(approved)
    },
  }
}

/**
 * Whether more than a plain message is at stake. A page can make the card invisible in ways that no engine reports (a mask over the
 * frame), so what moves money is not left to a card.
 */
function isAtStake({ intent, findings }: Description): boolean {
  const isPlain = intent === 'signMessage' || intent === 'signIn'
  return !isPlain || findings.some(({ level }) => level === 'warn')
}
