import {
  type AccountId,
  type ChainId,
  LatchkeyError,
  parseAccountId,
  parseChainId,
  toAccountId,
} from '@latchkey/protocol'
import {
  createSiwxToken,
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  getSiwxDevices,
  getSiwxNonce,
  getSiwxSessions,
  revokeSiwx,
  revokeSiwxDevice,
  type SiwxAccount,
  verifySiwx,
} from '@latchkey/protocol/api'
import { readSiwxMessage } from '@latchkey/protocol/siwx'
import { createBrowserEnvironment } from '../environment/createBrowserEnvironment.ts'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { createSiwxMessage } from './createSiwxMessage.ts'
import { createSiwxNews, type KnownAccounts, type SiwxNews } from './createSiwxNews.ts'
import { isSameAddress } from './isSameAddress.ts'
import { readSite } from './readSite.ts'
import type { ServerSiwx, ServerSiwxParameters } from './ServerSiwx.ts'
import type { SiwxSession } from './Siwx.ts'

/** How long the server may take, in milliseconds: two sign-ins and a look between them end before the kit gives up. */
export const answerTimeouts = { any: 8_000, verify: 10_000 } as const

/** After how long a server that could not be reached is asked once more who is signed in, in milliseconds: it may have started anew. */
export const secondTry = 1000

/** The half of `createServerSiwx` that speaks to the server. */
export type ServerSiwxClient = Omit<ServerSiwx, 'getRequired' | 'asksOnConnect' | 'signOutOnDisconnect'> & {
  destroy: () => void
}

/** Asks the server for nonces, sessions and tokens, and tells the other tabs what changed. */
export function createServerSiwxClient({
  apiUrl,
  projectId,
  statement,
  domain,
  uri,
  scope = 'network',
  fetch: fetchUrl,
  environment = createBrowserEnvironment({ storage: undefined }),
}: ServerSiwxParameters & { environment?: Environment }): ServerSiwxClient {
  const client = createApiClient({ apiUrl, projectId, fetch: fetchUrl ?? environment.fetch })
  const ask = async <E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<EndpointResponse<E>> => {
    const milliseconds = endpoint.path === verifySiwx.path ? answerTimeouts.verify : answerTimeouts.any
    const asked = (signal: AbortSignal) => client.request(endpoint, { ...request, signal, isRead: false })
    return (await askInTime({ environment, milliseconds, ask: asked })).data
  }

  let reading: Promise<readonly SiwxAccount[]> | undefined
  /** Counts what this page changed: an answer from before says nothing about after. */
  let changes = 0
  const read = (): Promise<readonly SiwxAccount[]> => {
    const before = changes
    const answer = reading ?? ask(getSiwxSessions, {}).then(({ sessions }) => sessions)
    reading = answer
    return answer
      .then((accounts) => {
        if (before === changes) news.know(accounts.map(endOf))
        return accounts
      })
      .finally(() => {
        if (reading === answer) reading = undefined
      })
  }
  const readPatiently = () =>
    read().catch(async (cause: unknown) => {
      if (!isLost(cause)) throw cause
      await new Promise<void>((resolve) => environment.setTimeout(resolve, secondTry))
      return read()
    })
  const news: SiwxNews = createSiwxNews({ projectId, environment, look: read })
  /** Something is another way from now on: what was asked before is not shared any more. */
  const noteChange = (change: (known: KnownAccounts) => Iterable<readonly [AccountId, number]>) => {
    changes++
    reading = undefined
    news.change(change)
  }

  const site = () => readSite({ domain, uri, statement })
  const askForNonce = async () => {
    const { nonce, issuedAt } = await ask(getSiwxNonce, {})
    return { nonce, issuedAt }
  }

  const addSession = async (session: SiwxSession) => {
    const { chainId, accountAddress } = session.data
    const address = toAccountId({ chainId, address: accountAddress })
    const { message, signature } = session
    const verify = () => ask(verifySiwx, { body: { message, signature, address } })
    let taken: Pick<SiwxAccount, 'address' | 'chainId' | 'expiresAt'> | undefined
    try {
      taken = await verify()
    } catch (cause) {
      if (!isLost(cause)) throw cause
      // The answer alone may be lost. Whoever is signed in by this very message is; the same message again is good where the server never had it.
      reading = undefined
      taken = (await read()).find((account) => account.message === message) ?? (await verify())
    }
    const entry = endOf(taken)
    ended = undefined
    noteChange((known) => [...known, entry])
  }
  const countsFor = ({ chainId, address }: { chainId: ChainId; address: string }, account: SiwxAccount) =>
    isSameAddress(account.address, address) &&
    (account.chainId === chainId ||
      (scope === 'account' &&
        account.proof === 'key' &&
        parseChainId(account.chainId).namespace === parseChainId(chainId).namespace))
  /** Of which address all networks have just been ended. */
  let ended: { address: string; at: number } | undefined
  const revoke = async (of: { address?: string; chainId?: ChainId }) => {
    await ask(revokeSiwx, { body: of })
    noteChange((known) =>
      [...known].filter(([accountId]) => {
        const { address, chainId } = parseAccountId(accountId)
        const isOf = of.address === undefined || isSameAddress(address, of.address)
        return !isOf || (of.chainId !== undefined && of.chainId !== chainId)
      }),
    )
  }
  /** A wallet that goes is ended network by network: the first has ended them all. */
  const revokeAccount = async (address: string) => {
    const isDone = ended && isSameAddress(ended.address, address) && environment.now() - ended.at < secondTry
    if (isDone) return
    await revoke({ address })
    ended = { address, at: environment.now() }
  }

  return {
    createMessage: async ({ accountAddress, chainId }) =>
      createSiwxMessage({ ...site(), ...(await askForNonce()), accountAddress, chainId }),
    createOneClick: async () => ({ ...site(), ...(await askForNonce()), version: '1' }),
    addSession,
    getSessions: async (of) => (await readPatiently()).filter((account) => countsFor(of, account)).flatMap(toSession),
    revokeSession: ({ chainId, address }) =>
      scope === 'account' ? revokeAccount(address) : revoke({ chainId, address }),
    setSessions: async (sessions) => {
      if (sessions.length === 0) return revoke({})
      const accounts = await read()
      const isIn = (account: { message: string }) => sessions.some(({ message }) => message === account.message)
      for (const { address, chainId, ...account } of accounts) if (!isIn(account)) await revoke({ address, chainId })
      for (const session of sessions)
        if (!accounts.some(({ message }) => message === session.message)) await addSession(session)
    },
    subscribe: news.subscribe,
    createToken: (options = {}) => ask(createSiwxToken, { body: options }),
    listDevices: async () => (await ask(getSiwxDevices, {})).devices,
    revokeDevice: async (device) => {
      await ask(revokeSiwxDevice, { body: { id: device.id } })
      noteChange((known) => known)
    },
    destroy: news.destroy,
  }
}

/** An account, and when its sign-in ends. */
function endOf(account: Pick<SiwxAccount, 'address' | 'chainId' | 'expiresAt'>): readonly [AccountId, number] {
  return [toAccountId(account), Date.parse(account.expiresAt)]
}

/** Whether nobody knows what became of a request: no refusal came, and no answer that can be read. */
function isLost(error: unknown): boolean {
  return (
    error instanceof LatchkeyError && (error.code === 'network_request_failed' || error.code === 'response_invalid')
  )
}

/** A session of what the server said; none, where the message is not that of the account it is said to be. */
function toSession({ address, chainId, message, signature }: SiwxAccount): readonly SiwxSession[] {
  const { data } = readSiwxMessage(message)
  if (!data || data.chainId !== chainId || !isSameAddress(data.accountAddress, address)) return []
  return [{ data, message, signature }]
}
