import { isChainId, storagePrefix } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { createBrowserEnvironment } from '../environment/createBrowserEnvironment.ts'
import type { KeyValueStorage } from '../environment/Environment.ts'
import { createOneClickStore, nonceLifetime } from './createOneClickStore.ts'
import { createSiwxMessage } from './createSiwxMessage.ts'
import { isSameAddress } from './isSameAddress.ts'
import { readSite } from './readSite.ts'
import type { Siwx, SiwxMessageData, SiwxSession } from './Siwx.ts'

/** Storage key of the sign-ins. */
export const siwxSessionsKey = `${storagePrefix}siwx`
/** Options of {@link createLocalSiwx}. */
export type LocalSiwxParameters = {
  /** Domain and URI that the wallet shows. Default: those of the page. */
  domain?: string
  uri?: string
  /** One sentence that the wallet shows above the fields. */
  statement?: string
  /** Validity of a sign-in in milliseconds. Default: one day. */
  lifetime?: number
  /** Whether accounts without a sign-in are disconnected. Default false. */
  required?: boolean
  /** Whether the kit asks for a sign-in right after the connection. If false, the app asks when it needs one. Default true. */
  asksOnConnect?: boolean
  /** Whether a disconnect also ends the sign-ins. Default true. */
  signOutOnDisconnect?: boolean
  /** Storage of the sign-ins. Default: localStorage if available, else memory. */
  storage?: KeyValueStorage
  /** Verifies the signature of a sign-in before it is stored (`createSiwxVerifier`). If missing, signatures are not verified. */
  verify?: (session: SiwxSession) => Promise<boolean>
  /** Unix milliseconds; for tests. */
  now?: () => number
}

/**
 * Creates a sign-in for sites **without a server**, which is stored in this browser. It shows only that the wallet was used here.
 * Signatures are verified only with `verify`, and anyone who can write to the browser's storage can add a sign-in. Never protect anything
 * of value with it. A site with a server verifies sign-ins there.
 *
 * @example createLatchkey({ …, siwx: createLocalSiwx({ statement: 'Sign in to Brass' }) })
 */
export function createLocalSiwx({
  domain,
  uri,
  statement,
  lifetime = 86_400_000,
  required = false,
  asksOnConnect = true,
  signOutOnDisconnect = true,
  storage: given,
  verify,
  now = Date.now,
}: LocalSiwxParameters = {}): Siwx {
  const environment = createBrowserEnvironment({ storage: given })
  const { storage } = environment
  /** The messages that wait for a signature, by nonce. Each is valid once. */
  const open = new Map<string, { message: string; until: number }>()
  const oneClicks = createOneClickStore({ storage, now })
  const site = () => readSite({ domain, uri, statement })
  const isLive = ({ data }: SiwxSession) =>
    data.domain === site().domain && data.expirationTime !== undefined && Date.parse(data.expirationTime) > now()
  const read = (): readonly SiwxSession[] => {
    try {
      return readSessions(storage.getItem(siwxSessionsKey)).filter(isLive)
    } catch {
      return []
    }
  }
  /** Sign-ins of this page, if the storage fails. */
  let memory: readonly SiwxSession[] | undefined
  /** Read each time, because other tabs change them. */
  const sessions = () => memory ?? read()
  const isOf = ({ chainId, address }: { chainId: string; address: string }, { data }: SiwxSession) =>
    data.chainId === chainId && isSameAddress(data.accountAddress, address)
  const keep = (next: readonly SiwxSession[]) => {
    const live = next.filter(isLive)
    try {
      if (live.length === 0) storage.removeItem(siwxSessionsKey)
      else storage.setItem(siwxSessionsKey, JSON.stringify(live))
      memory = undefined
    } catch {
      // The storage is full or blocked. The visitor signs in again after a reload.
      memory = live
    }
  }

  const fieldsOf = (nonce: string) => ({
    ...site(),
    nonce,
    issuedAt: new Date(now()).toISOString(),
    expirationTime: new Date(now() + lifetime).toISOString(),
  })

  return {
    createMessage: async ({ accountAddress, chainId }) => {
      const nonce = createNonce()
      const message = createSiwxMessage({ ...fieldsOf(nonce), accountAddress, chainId })
      for (const [known, { until }] of open) if (until <= now()) open.delete(known)
      open.set(nonce, { message: message.toString(), until: now() + nonceLifetime })
      return message
    },
    createOneClick: async ({ chainIds }) => {
      const message = { ...fieldsOf(createNonce()), version: '1' }
      oneClicks.add({ chainIds, message })
      return message
    },
    addSession: async (session) => {
      const { nonce } = session.data
      const asked = open.get(nonce)
      open.delete(nonce)
      const text = createSiwxMessage(session.data).toString()
      const isAsked = asked && asked.until > now() && asked.message === session.message && asked.message === text
      if (!isAsked) oneClicks.take(session)
      if (verify && !(await verify(session))) throw new ServiceError('signature_invalid')
      keep([
        ...sessions().filter((other) => !isOf({ ...session.data, address: session.data.accountAddress }, other)),
        session,
      ])
    },
    revokeSession: async (of) => keep(sessions().filter((session) => !isOf(of, session))),
    setSessions: async (next) => keep(next),
    getSessions: async (of) => sessions().filter((session) => isLive(session) && isOf(of, session)),
    getRequired: () => required,
    asksOnConnect: () => asksOnConnect,
    // Another tab changed the storage.
    subscribe: (listener) => {
      const page = environment.page()
      const onStorage = (event: Event) => {
        if ('key' in event && event.key === siwxSessionsKey) listener()
      }
      page?.addEventListener('storage', onStorage)
      return () => page?.removeEventListener('storage', onStorage)
    },
    signOutOnDisconnect,
  }
}

/** Returns 32 random hexadecimal digits (128 bits). */
function createNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readSessions(text: string | null): readonly SiwxSession[] {
  const value: unknown = text === null ? [] : JSON.parse(text)
  return Array.isArray(value) ? value.filter(isSession) : []
}

function isSession(value: unknown): value is SiwxSession {
  if (typeof value !== 'object' || value === null) return false
  const { data, message, signature } = value as Partial<SiwxSession>
  return typeof message === 'string' && typeof signature === 'string' && isMessageData(data)
}

function isMessageData(value: unknown): value is SiwxMessageData {
  if (typeof value !== 'object' || value === null) return false
  const { accountAddress, chainId, domain, uri, version, nonce } = value as Partial<SiwxMessageData>
  return isChainId(chainId) && [accountAddress, domain, uri, version, nonce].every((field) => typeof field === 'string')
}
