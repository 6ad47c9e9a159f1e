import { sessionReasons } from '@latchkey/protocol/relay'
import type { SessionNamespaces } from '@latchkey/walletconnect'
import {
  buildSessionNamespaces,
  type PendingRequest,
  prepareAuthentication,
  type WalletClient,
} from '@latchkey/walletconnect/wallet'
import type { Owner, WalletRequest } from '../owner/Owner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { PairedFamily } from './PairedFamily.ts'
import type { PairedAnswer, PairedHoldings, PairedSubject, PairedWallet } from './PairedWallet.ts'
import type { BegunRequests } from './pairedMemory.ts'

/** The error for a request with an unknown outcome. */
const begunBefore = { code: -32603, message: 'It was begun before the wallet ended: it may be done.' }

/** Why a request is no longer answered: it has ended, its session has ended, or the wallet stops. */
class RequestOver extends Error {
  override readonly name = 'RequestOver'
}

/** The owner replaced the parameters of the request. */
class ParamsReplaced extends Error {
  override readonly name = 'ParamsReplaced'
  readonly params: readonly unknown[]
  constructor(params: readonly unknown[]) {
    super('Approved with other parameters')
    this.params = params
  }
}

/** Answers the pending requests of the client, each once, according to the decisions of the wallet's owner. */
export function createPendingAnswers({
  client,
  owner,
  families,
  accountsOf,
  currentChain,
  propertiesOf,
  moveTo,
  begun,
}: {
  client: WalletClient
  owner: Owner<PairedHoldings, PairedSubject>
  families: readonly PairedFamily[]
  /** CAIP-10 IDs of a family's accounts that are shared with an app, on these networks. */
  accountsOf: (family: PairedFamily, chains: readonly string[]) => readonly string[]
  /** The current network of a family in a session. */
  currentChain: (session: { topic: string; namespaces: SessionNamespaces }, namespace: string) => string
  /** The properties of a session. */
  propertiesOf: (namespaces: SessionNamespaces) => Readonly<Record<string, string>>
  moveTo: (topic: string, chain: string) => Promise<void>
  begun: BegunRequests
}): Pick<PairedWallet, 'approve' | 'reject'> & {
  /** Reads the pending requests; call it after they change. */
  follow: () => void
  stop: () => void
} {
  const running = new Map<
    number,
    { answer: Promise<PairedAnswer>; replace: (params: readonly unknown[]) => void; end: () => void }
  >()
  let stopped = false

  const reject = async (id: number, reason: { code: number; message: string }): Promise<PairedAnswer> => {
    await client.reject({ id, reason })
    return { error: reason }
  }

  /** Records a request that the wallet refused without asking the owner, so that the owner can see it. Only the ten newest are kept. */
  const noteRefusal = (pending: PendingRequest, reason: { code: number; message: string }) => {
    const { id, peer } = pending
    const refusal = { id, peer, method: toRequest(pending).method, reason }
    owner.update({ refusals: [...owner.getState().refusals.slice(-9), refusal] })
  }

  const supported = () =>
    Object.fromEntries(
      families.map((family) => {
        const { namespace, methods, events } = family
        return [namespace, { accounts: accountsOf(family, family.chains()), methods, events }]
      }),
    )

  const connect = async (pending: PendingRequest & { kind: 'proposal' }, ask: Ask): Promise<PairedAnswer> => {
    const { id, peer, expiry, requiredNamespaces, optionalNamespaces } = pending
    const build = () => buildSessionNamespaces({ proposal: pending, supported: supported() })
    const offer = build()
    if ('reason' in offer) {
      noteRefusal(pending, offer.reason)
      return reject(id, offer.reason)
    }
    const asked = { required: requiredNamespaces, optional: optionalNamespaces }
    await ask({ kind: 'connect', peer, expiry, namespaces: offer.namespaces, asked })
    // The owner may have chosen another account in the meantime.
    const given = build()
    if ('reason' in given) return reject(id, given.reason)
    // Transactions keep the nonce of the request, so that an app can speed one up or cancel it.
    const sessionProperties = { transactionNonce: 'given', ...propertiesOf(given.namespaces) }
    return { result: await client.approve({ id, namespaces: given.namespaces, sessionProperties }) }
  }

  const signIn = async (pending: PendingRequest & { kind: 'authentication' }, ask: Ask): Promise<PairedAnswer> => {
    const { id, peer, expiry, request } = pending
    const { account: index } = owner.getState()
    const signIns = families.flatMap((family) => {
      const account = family.accounts[index]
      const { signIn: sign, methods } = family
      if (!account || !sign) return []
      const has = family.chains()
      return request.chains
        .filter((chain) => has.includes(chain))
        .map((chain) => {
          const caip10 = `${chain}:${account.address}`
          const prepared = prepareAuthentication({ request, account: caip10, supported: { chains: has, methods } })
          return { ...prepared, chain, account, sign }
        })
    })
    if (signIns.length === 0) {
      noteRefusal(pending, sessionReasons.unsupportedChains)
      return reject(id, sessionReasons.unsupportedChains)
    }
    const messages = signIns.map(({ chain, account, message: text }) => ({ chain, account, text }))
    await ask({ kind: 'signIn', peer, expiry, messages })
    const signed = signIns.map(async ({ account, message, sign, toCacao }) => {
      const { signature, type } = await sign({ account: account.index, text: message })
      return toCacao(signature, type)
    })
    const [first, ...others] = await Promise.all(signed)
    if (!first) return reject(id, sessionReasons.unsupportedChains)
    return { result: await client.authenticate({ id, authentications: [first, ...others] }) }
  }

  const serve = async (pending: PendingRequest & { kind: 'request' }, ask: Ask): Promise<PairedAnswer> => {
    const { id, peer, expiry, topic, chainId: chain } = pending
    const session = client.sessions().find((known) => known.topic === topic)
    const family = families.find(({ namespace }) => namespace === chain.split(':')[0])
    const shared = family && session?.namespaces[family.namespace]
    let isAsked = false
    const refuse = async (error: { code: number; message: string }): Promise<PairedAnswer> => {
      if (!isAsked) noteRefusal(pending, error)
      await client.respond({ id, error })
      return { error }
    }
    const own = family?.accounts[owner.getState().account]
    const account = own && { ...own, address: family.addressOn(chain, own.index) ?? own.address }
    if (!session || !family || !shared || !account) return refuse(sessionReasons.unsupportedChains)
    const { method } = toRequest(pending)
    const isMoving = family.moving.includes(method)
    if (isMoving && begun.has(id)) {
      // It is unknown whether the action was done. The app gets this error, and the owner can repeat the action in the app.
      noteRefusal(pending, begunBefore)
      return { error: begunBefore }
    }
    const begin = () => {
      if (!isMoving) return
      // Another tab may have been faster.
      if (begun.has(id)) throw new RequestOver(begunBefore.message)
      begun.add(id)
    }
    const about: PairedSubject = {
      kind: 'request',
      peer,
      expiry,
      topic,
      chain,
      network: family.network(chain),
      account,
    }
    const answerWith = (request: WalletRequest, consent: () => Promise<void>) =>
      family.answer({
        request,
        chain,
        current: currentChain(session, family.namespace),
        shared,
        ask: consent,
        moveTo: (next) => moveTo(topic, next),
      })
    const request = toRequest(pending)
    const consent = async () => {
      isAsked = true
      await ask(about)
      begin()
    }
    let result: unknown
    try {
      result = await answerWith(request, consent).catch((error: unknown) => {
        if (!(error instanceof ParamsReplaced)) throw error
        return answerWith({ ...request, params: error.params }, async () => begin())
      })
    } catch (error) {
      if (error instanceof RequestOver) throw error
      // This includes failures from a malformed request: its sender must get an answer too.
      return refuse(toPeerError(error))
    }
    // A sent transaction stays sent, even if the app can no longer be told.
    const isTold = await client.respond({ id, result }).then(
      () => true,
      () => false,
    )
    return isTold ? { result } : { result, untold: true }
  }

  const handle = async (pending: PendingRequest, ask: Ask): Promise<PairedAnswer> => {
    try {
      if (pending.kind === 'proposal') return await connect(pending, ask)
      if (pending.kind === 'authentication') return await signIn(pending, ask)
      return await serve(pending, ask)
    } catch (error) {
      if (!(error instanceof ProviderRpcError && error.code === 4001) || pending.kind === 'request') throw error
      return reject(pending.id, sessionReasons.userRejected)
    }
  }

  const start = (pending: PendingRequest) => {
    const { id } = pending
    const request = toRequest(pending)
    const over = new AbortController()
    const ask: Ask = (about) => owner.ask(request, { id, about, signal: over.signal })
    const work = async (): Promise<PairedAnswer> => {
      owner.note(request)
      return handle(pending, ask)
    }
    const answer = Promise.resolve()
      .then(work)
      .catch((error: unknown): PairedAnswer => ({ error: { code: -32603, message: String(error) } }))
    running.set(id, {
      answer,
      replace: (params) => over.abort(new ParamsReplaced(params)),
      end: () => over.abort(new RequestOver('The request has ended.')),
    })
  }

  const follow = () => {
    if (stopped || !owner.getState().present) return
    const pending = client.pending()
    for (const entry of pending) if (!running.has(entry.id)) start(entry)
    for (const [id, { end }] of running)
      if (!pending.some((entry) => entry.id === id)) {
        end()
        running.delete(id)
      }
  }

  /** Resolves with the pending request with this ID, or with the oldest one, now or later. */
  const waiting = (id: number | undefined) =>
    new Promise<{ approve: () => void; reject: () => void; id: number }>((resolve, refuse) => {
      const find = () => owner.getState().approvals.find((approval) => id === undefined || approval.id === id)
      const found = find()
      if (found) return resolve(found)
      if (id !== undefined) return refuse(new Error(`Nothing with the id ${id} waits for the wallet's owner`))
      const end = owner.subscribe(() => {
        const next = find()
        if (!next) return
        end()
        resolve(next)
      })
    })
  const decide = async (
    id: number | undefined,
    settle: (approval: { approve: () => void; reject: () => void }) => void,
  ) => {
    const approval = await waiting(id)
    const answer = running.get(approval.id)?.answer
    settle(approval)
    if (!answer) throw new Error(`The request ${approval.id} has ended`)
    return answer
  }

  return {
    approve: async (id, { params } = {}) => {
      if (params === undefined) return decide(id, (approval) => approval.approve())
      const { id: found } = await waiting(id)
      return decide(found, () => running.get(found)?.replace(params))
    },
    reject: (id) => decide(id, (approval) => approval.reject()),
    follow,
    stop: () => {
      stopped = true
      for (const { end } of running.values()) end()
      running.clear()
    },
  }
}

type Ask = (about: PairedSubject) => Promise<void>

function toRequest(pending: PendingRequest): WalletRequest {
  if (pending.kind === 'proposal') {
    const { requiredNamespaces, optionalNamespaces } = pending
    return { method: 'wc_sessionPropose', params: [{ requiredNamespaces, optionalNamespaces }] }
  }
  if (pending.kind === 'authentication') return { method: 'wc_sessionAuthenticate', params: [pending.request] }
  const { method, params } = pending
  return { method, params: Array.isArray(params) ? params : params === undefined || params === null ? [] : [params] }
}

/** Uses the error codes of EIP-1193, but WalletConnect's code for a rejection by the owner. */
function toPeerError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!(error instanceof ProviderRpcError)) return { code: -32603, message: `The wallet could not do it: ${error}` }
  const { code, message, data } = error
  if (code === 4001) return { ...sessionReasons.userRejected }
  return { code, message, ...(data === undefined ? {} : { data }) }
}
