import type { MountFrame } from './FrameMount.ts'

/** The parts of a page that the kit uses. */
export type Page = EventTarget & {
  /** An injected wallet without EIP-6963. */
  readonly ethereum?: unknown
}

/** ID of a timer. */
export type TimerId = number | object

/** Locks that all pages of the origin share. Each ends with its page. Source: Web Locks API. */
export type PageLocks = {
  request: (
    name: string,
    options: { ifAvailable: true },
    hold: (lock: unknown) => Promise<void> | undefined | void,
  ) => Promise<unknown>
  query: () => Promise<{ held?: readonly { name?: string }[] }>
}

/** Key-value storage that survives the page. Browsers: localStorage. */
export type KeyValueStorage = {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/** The kit's access to the outside. It is injected, so that tests control time, storage and the page. */
export type Environment = {
  /** Returns the page; undefined on a server. Called on each use, never while a module loads. */
  page: () => Page | undefined
  /** Whether the page is visible. */
  isVisible: () => boolean
  /** Whether the page runs on a phone or a tablet. */
  isMobile: () => boolean
  storage: KeyValueStorage
  /** Key-value storage that survives a reload of the page and ends with its tab; it may throw. Browsers: sessionStorage. */
  tabStorage?: () => KeyValueStorage
  /** Undefined without a page or without HTTPS. */
  locks?: () => PageLocks | undefined
  /** Unix milliseconds. */
  now: () => number
  setTimeout: (callback: () => void, milliseconds: number) => TimerId
  clearTimeout: (timer: TimerId | undefined) => void
  fetch: typeof fetch
  createEventSource: (url: string) => EventSource
  /** Mounts the wallet's frame; default: the real implementation. */
  mountFrame?: MountFrame
  /** From 0 up to 1; never for keys. */
  random: () => number
}
