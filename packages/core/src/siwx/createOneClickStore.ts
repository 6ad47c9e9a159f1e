import { storagePrefix } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyValueStorage } from '../environment/Environment.ts'
import { checkOneClick } from './checkOneClick.ts'
import type { OneClickSignIn, SiwxSession } from './Siwx.ts'

/** Storage key of the messages that wait for a signature. A phone may reload the page while the wallet's app is open. */
export const oneClicksKey = `${storagePrefix}siwx-asked`
/** Validity of a message in milliseconds: 5 minutes. */
export const nonceLifetime = 300_000
/** Largest number of open codes in all tabs. */
const mostOpen = 8

type Entry = {
  asked: OneClickSignIn
  until: number /** Networks for which it is signed already. */
  taken: readonly string[]
}

/** Creates the store of one-click messages for a sign-in without a server. Each may be signed once per network. */
export function createOneClickStore({ storage, now }: { storage: KeyValueStorage; now: () => number }): {
  add: (asked: OneClickSignIn) => void
  /** @throws LatchkeyError `siwx_message_invalid` if it differs from the request, is late, or was used before */
  take: (session: SiwxSession) => void
} {
  let memory: readonly Entry[] = []
  const read = (): readonly Entry[] => {
    try {
      const value: unknown = JSON.parse(storage.getItem(oneClicksKey) ?? 'null')
      return (Array.isArray(value) ? value.filter(isEntry) : memory).filter(({ until }) => until > now())
    } catch {
      return memory.filter(({ until }) => until > now())
    }
  }
  const write = (entries: readonly Entry[]) => {
    memory = entries
    try {
      if (entries.length > 0) storage.setItem(oneClicksKey, JSON.stringify(entries))
      else storage.removeItem(oneClicksKey)
    } catch {
      // The storage is full or blocked. The messages last as long as the page.
    }
  }
  return {
    add: (asked) => write([...read(), { asked, until: now() + nonceLifetime, taken: [] }].slice(-mostOpen)),
    take: (session) => {
      const { nonce, chainId } = session.data
      const entries = read()
      const entry = entries.find(({ asked }) => asked.message.nonce === nonce)
      if (!entry || entry.taken.includes(chainId)) throw new ServiceError('siwx_message_invalid', { field: 'nonce' })
      checkOneClick({ session, asked: entry.asked })
      write(entries.map((other) => (other === entry ? { ...entry, taken: [...entry.taken, chainId] } : other)))
    },
  }
}

function isEntry(value: unknown): value is Entry {
  const { asked, until, taken } = (value ?? {}) as Partial<Entry>
  return (
    typeof until === 'number' &&
    Array.isArray(taken) &&
    Array.isArray(asked?.chainIds) &&
    typeof asked.message?.nonce === 'string'
  )
}
