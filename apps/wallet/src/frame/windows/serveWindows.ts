import type { Card, WindowPage } from '../../cards/Card.ts'
import { type WireWindowCalls, windowSignal } from '../../windows/WireWindowCalls.ts'
import { serveCalls } from '../../worker/callPort.ts'
import type { FrameEnvironment } from '../FrameEnvironment.ts'
import { findJsonFlaw } from '../findJsonFlaw.ts'

/** The windows that the frame opened. */
export type Windows = {
  /** Opens one for the visible card; called inside the click. */
  open: (options: { page: WindowPage; card: Card }) => void
  closeAll: () => void
  stop: () => void
}

/** Pages that each card may open: a page with secrets opens only from its own card. */
const pagesOf: Partial<Record<Card['kind'], readonly WindowPage[]>> = {
  approve: ['approve'],
  unlock: ['unlock'],
  recover: ['recover'],
  protect: ['protect'],
  security: ['security', 'export', 'protect'],
}

/** Link targets of a page, in the same window. */
const linksOf: Partial<Record<WindowPage, readonly unknown[]>> = { security: ['security', 'export'] }

type Opened = { window: unknown; page: WindowPage; stop: (() => void) | null; port: MessagePort | null }

/**
 * Answers only the windows that this frame opened: same origin, the same window, the page that it was opened for, one port each,
 * closed with it.
 */
export function serveWindows({
  environment: { baseUrl, listen, openWindow },
  calls,
}: {
  environment: Pick<FrameEnvironment, 'baseUrl' | 'listen' | 'openWindow'>
  calls: (page: WindowPage) => Promise<WireWindowCalls>
}): Windows {
  const origin = new URL(baseUrl).origin
  let opened: Opened[] = []

  const end = (entry: Opened) => {
    entry.stop?.()
    entry.port?.close()
    entry.stop = null
    entry.port = null
  }
  const stopListening = listen(({ source, origin: from, data, ports }) => {
    const entry = opened.find(({ window }) => window === source)
    const port = ports[0]
    if (!entry || from !== origin || !port || ports.length !== 1) return
    if (findJsonFlaw({ value: data, maxBytes: 1_024 })) return
    const { k, page } = (data ?? {}) as { k?: unknown; page?: WindowPage }
    const pages = linksOf[entry.page] ?? [entry.page]
    if (k !== windowSignal || page === undefined || !pages.includes(page)) return
    // A reloaded window gets a new port, and the old one is dead.
    end(entry)
    entry.port = port
    // Earlier calls of the window wait in the port.
    void calls(page).then(
      (own) => {
        if (entry.port === port) entry.stop = serveCalls({ port, calls: own })
      },
      () => {
        if (entry.port === port) end(entry)
      },
    )
  })

  return {
    open: ({ page, card }) => {
      if (!pagesOf[card.kind]?.includes(page)) return
      const window = openWindow(`/w/${page}`)
      if (!window) return
      for (const entry of opened.filter((one) => one.window === window)) end(entry)
      opened = [...opened.filter((one) => one.window !== window), { window, page, stop: null, port: null }]
    },
    closeAll: () => {
      for (const entry of opened) {
        end(entry)
        ;(entry.window as { close?: () => void } | null)?.close?.()
      }
      opened = []
    },
    stop: () => {
      stopListening()
      for (const entry of opened) end(entry)
      opened = []
    },
  }
}
