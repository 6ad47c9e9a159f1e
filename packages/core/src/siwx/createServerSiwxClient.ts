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

/** Time limits of the server's answers in milliseconds. Two attempts and a lookup between them fit into the kit's limit. */
export const answerTimeouts = { any: 8_000, verify: 10_000 } as const

/** Milliseconds after which the sign-ins are read again from an unreachable server, which may have restarted. */
export const secondTry = 1000

/** The lazy part of `createServerSiwx`, which talks to the server. */
export type ServerSiwxClient = Omit<ServerSiwx, 'getRequired' | 'asksOnConnect' | 'signOutOnDisconnect'> & {
  destroy: () => void
}

/** Creates the client for nonces, sign-ins and tokens. It notifies other tabs of changes. */
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
  /** Number of changes by this page. Answers to earlier reads are outdated. */
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
  /** Records a change. Running reads are no longer shared. */
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
      // Only the answer may be lost. If the server has this message, the visitor is signed in. If the server never received it, the same
      // message can be sent again.
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
  /** The address whose sign-ins on all networks were just ended. */
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
  /** The kit ends a disconnected wallet network by network, but the first request already ends all networks. */
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

/** Returns an account and the end of its sign-in. */
function endOf(account: Pick<SiwxAccount, 'address' | 'chainId' | 'expiresAt'>): readonly [AccountId, number] {
  return [toAccountId(account), Date.parse(account.expiresAt)]
}

/** Whether the result of a request is unknown, because there was no readable answer. */
function isLost(error: unknown): boolean {
  return (
    error instanceof LatchkeyError && (error.code === 'network_request_failed' || error.code === 'response_invalid')
  )
}

/** Converts an account of the server to a sign-in; none if the message belongs to another account. */
function toSession({ address, chainId, message, signature }: SiwxAccount): readonly SiwxSession[] {
  const { data } = readSiwxMessage(message)
  if (!data || data.chainId !== chainId || !isSameAddress(data.accountAddress, address)) return []
  return [{ data, message, signature }]
}
