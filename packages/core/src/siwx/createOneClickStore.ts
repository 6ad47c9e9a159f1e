import { storagePrefix } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { KeyValueStorage } from '../environment/Environment.ts'
import { checkOneClick } from './checkOneClick.ts'
import type { OneClickSignIn, SiwxSession } from './Siwx.ts'

/** Where the messages lie that wait for their signature: a phone may reload the page while the wallet is in front. */
export const oneClicksKey = `${storagePrefix}siwx-asked`
/** How long a message may wait for its signature: 5 minutes, in milliseconds. */
export const nonceLifetime = 300_000
/** How many codes may be open at once, in all tabs. */
const mostOpen = 8

type Entry = {
  asked: OneClickSignIn
  until: number /** Networks for which it is signed already. */
  taken: readonly string[]
}

/** The one-click messages of a sign-in without a server: each may be signed once for each of its networks. */
export function createOneClickStore({ storage, now }: { storage: KeyValueStorage; now: () => number }): {
  add: (asked: OneClickSignIn) => void
  /** @throws LatchkeyError `siwx_message_invalid` when it is not what was asked, was too late, or was there before */
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
      // A full or blocked storage: it lasts as long as the page.
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
