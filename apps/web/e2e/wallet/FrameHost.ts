import type { FrameEvent, FrameFailure } from '@latchkey/protocol'
import type { FrameLocator, Page } from '@playwright/test'
import { readWorld } from '../setup/World.ts'

/** Answer to a request. */
export type FrameAnswer = { ok: true; result: unknown } | { ok: false; error: FrameFailure }

type HostWindow = Window & {
  host: {
    /** When the frame was added to the page, in milliseconds of the page's clock. */
    startedAt: number
    events: FrameEvent[]
    loaded: Promise<void>
    hello: (options: { frame: string; projectId: string }) => Promise<void>
    request: (type: string, payload: unknown) => Promise<FrameAnswer>
    post: (message: unknown) => void
  }
}

/**
 * A host page that sends the frame's protocol messages directly, so that tests can also send wrong ones. Does not use the kit.
 *
 * @example
 * const host = new FrameHost(page)
 * await host.open()
 * await host.request('connectEmail', { email })
 */
export class FrameHost {
  readonly page: Page
  readonly frame: FrameLocator

  constructor(page: Page) {
    this.page = page
    this.frame = page.frameLocator('#wallet')
  }

  /** Opens a host page with the frame, and by default completes the handshake. */
  async open({
    host = readWorld().hosts.good,
    path = '/',
    projectId = readWorld().projectId,
    shake = true,
  }: {
    host?: string
    path?: string
    projectId?: string
    shake?: boolean
  } = {}) {
    const { wallet, chains } = readWorld()
    await this.page.goto(`${host}${path}`)
    const query = new URLSearchParams({
      projectId,
      chainId: chains[0]?.chainId ?? '',
      version: '0.1.0',
      enableLogger: 'false',
    })
    await this.page.evaluate(
      ({ src, origin }) => {
        const frame = document.createElement('iframe')
        frame.id = 'wallet'
        frame.style.cssText = 'width:360px;height:600px;border:0'
        frame.setAttribute(
          'sandbox',
          'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation',
        )
        frame.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
          .map((feature) => `${feature} ${origin}`)
          .join('; ')
        frame.referrerPolicy = 'strict-origin'
        const pending = new Map<string, (answer: FrameAnswer) => void>()
        let port: MessagePort | undefined
        const target = window as unknown as HostWindow
        target.host = {
          startedAt: performance.now(),
          events: [],
          loaded: new Promise((resolve) =>
            addEventListener('message', (event) => {
              if (event.source === frame.contentWindow && event.data?.k === 'ew:loaded') resolve()
            }),
          ),
          hello: ({ frame: to, projectId: project }) =>
            new Promise((resolve) => {
              const channel = new MessageChannel()
              port = channel.port1
              port.onmessage = ({ data }) => {
                if (data.k === 'evt') target.host.events.push(data.event)
                if (data.k === 'evt' && data.event.name === 'ready') resolve()
                if (data.k === 'res') pending.get(data.id)?.(data)
              }
              const hello = { k: 'ew:hello', v: 1, projectId: project, nonce: crypto.randomUUID() }
              frame.contentWindow?.postMessage(hello, to, [channel.port2])
            }),
          request: (type, payload) =>
            new Promise((resolve) => {
              const id = crypto.randomUUID()
              pending.set(id, resolve)
              port?.postMessage({ k: 'req', id, type, payload })
            }),
          post: (message) => port?.postMessage(message),
        }
        frame.src = src
        document.body.append(frame)
      },
      { src: `${wallet}/frame?${query}`, origin: wallet },
    )
    if (!shake) return
    await this.page.evaluate(() => (window as unknown as HostWindow).host.loaded)
    await this.page.evaluate((options) => (window as unknown as HostWindow).host.hello(options), {
      frame: wallet,
      projectId,
    })
  }

  /** Sends a request and waits for its answer. */
  request(type: string, payload: unknown = {}): Promise<FrameAnswer> {
    return this.page.evaluate(
      ([name, value]) => (window as unknown as HostWindow).host.request(name as string, value),
      [type, payload],
    )
  }

  /** Repeats a request while a step waits for a person. */
  async ask(type: string, payload: unknown = {}): Promise<unknown> {
    for (;;) {
      const answer = await this.request(type, payload)
      if (!answer.ok) throw new Error(`${type}: ${answer.error.code}`)
      const { status } = (answer.result ?? {}) as { status?: string }
      if (status !== 'pending' && status !== 'recover') return answer.result
    }
  }

  /** Returns the frame's unsolicited messages. */
  events(): Promise<FrameEvent[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).host.events)
  }
}
