import type { MountFrame } from './FrameMount.ts'

/** What the kit touches of a page. */
export type Page = EventTarget & {
  /** A wallet of the time before EIP-6963. */
  readonly ethereum?: unknown
}

/** A timer, as its environment names it. */
export type TimerId = number | object

/** Locks that all pages of the origin share; each ends with its page. Source: Web Locks API. */
export type PageLocks = {
  request: (
    name: string,
    options: { ifAvailable: true },
    hold: (lock: unknown) => Promise<void> | undefined | void,
  ) => Promise<unknown>
  query: () => Promise<{ held?: readonly { name?: string }[] }>
}

/** Key-value storage that outlives the page. Browsers: localStorage. */
export type KeyValueStorage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/** Everything outside the kit that it uses: given once, so that tests own time, storage and the page. */
export type Environment = {
  /** The page; undefined on a server. Asked for each time, never while a module loads. */
  page: () => Page | undefined
  /** Whether the visitor looks at the page. */
  isVisible: () => boolean
  /** Whether the page runs on a phone or a tablet. */
  isMobile: () => boolean
  storage: KeyValueStorage
  /** Key-value storage that outlives a reload of the page and ends with its tab; it may throw. Browsers: sessionStorage. */
  tabStorage?: () => KeyValueStorage
  /** Undefined where there are none: no page, or one without https. */
  locks?: () => PageLocks | undefined
  /** Unix milliseconds. */
  now: () => number
  setTimeout: (callback: () => void, milliseconds: number) => TimerId
  clearTimeout: (timer: TimerId | undefined) => void
  fetch: typeof fetch
  createEventSource: (url: string) => EventSource
  /** Puts the wallet's frame on the page; the real way when left out. */
  mountFrame?: MountFrame
  /** From 0 up to 1; never for keys. */
  random: () => number
}
