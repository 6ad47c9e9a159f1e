import { type FrameEvent, type FrameFailure, frameSignal, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { MountFrame } from '../environment/FrameMount.ts'

/** The wallet's origin in tests. */
export const testWalletUrl = 'https://wallet.test'
/** The visitor of the test wallet. */
export const testUser = {
  email: 'ada@site.test',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:31337',
  accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }],
}

/** A request as the frame receives it. */
export type TestFrameRequest = { id: string; type: FrameRequestType; payload: Record<string, unknown> }

/** Creates the frame's answer to a request; `undefined` leaves it open. */
export type TestFrameAnswer = (request: TestFrameRequest) => unknown

/** A fake frame of the wallet. It speaks the protocol of the port and shows nothing. */
export type TestFrame = {
  mountFrame: MountFrame
  /** All requests, in order. */
  requests: TestFrameRequest[]
  types: () => string[]
  /** Answers by request type, which a test can change. An exception is a refusal. */
  answers: { [Type in FrameRequestType]?: TestFrameAnswer }
  /** Answers an open request: the newest of its type, or the given one. */
  answer: (type: FrameRequestType, result: unknown) => void
  refuse: (type: FrameRequestType, error: FrameFailure) => void
  /** Sends any message on the port. */
  post: (message: unknown) => void
  say: (event: FrameEvent) => void
  /** The visitor presses Escape or clicks beside the card. */
  pressEscape: () => void
  /** Another document loads in the frame. */
  reload: () => void
  /** The document sends `loaded` again, as it does until it receives a hello. */
  repeat: () => void
  /** Sends ready on the port of an earlier hello that was not heard. */
  answerHello: (index: number) => void
  /** The page removes the frame. */
  takeAway: () => void
  /** The state of the element on the page. */
  element: {
    urls: string[]
    shown: boolean
    height: number | undefined
    mode: string | undefined
    raised: number
    mounted: boolean
  }
  hellos: { message: { k: string; v: number; projectId: string; nonce: string }; targetOrigin: string }[]
  /** Behavior of the next frame that loads. */
  behaviour: { loads: boolean; hears: boolean; aborts: boolean; nonce: (nonce: string) => string; origin: string }
  /** The frame's window, for tests that send messages directly. */
  window: object
  close: () => void
}

/** Creates a fake frame on a page. By default, no one is logged in. */
export function createTestFrame({ page }: { page: EventTarget }): TestFrame {
  let port: MessagePort | undefined
  let documentId = 0
  let callbacks: { onCancel: () => void; onLoad: () => void; onLost: () => void } | undefined
  const ports: (MessagePort | undefined)[] = []
  const open = new Map<string, TestFrameRequest>()
  const reply = (request: TestFrameRequest, body: object) => {
    if (open.delete(request.id)) port?.postMessage({ k: 'res', id: request.id, ...body })
  }
  const refuseWith = (request: TestFrameRequest, error: unknown) => {
    const { code, message } = error instanceof LatchkeyError ? error : new ServiceError('frame_error')
    reply(request, { ok: false, error: { code, message } })
  }
  const receive = ({ data }: MessageEvent<TestFrameRequest>) => {
    const request = data
    frame.requests.push(request)
    open.set(request.id, request)
    if (request.type === 'rpcAbort') {
      for (const other of [...open.values()])
        if (frame.behaviour.aborts && other.id === request.payload.id)
          refuseWith(other, new ServiceError(other.type === 'rpc' ? 'rpc_aborted' : 'request_aborted'))
      reply(request, { ok: true, result: {} })
      return
    }
    try {
      const result = frame.answers[request.type]?.(request)
      if (result !== undefined) reply(request, { ok: true, result })
    } catch (error) {
      refuseWith(request, error)
    }
  }
  const newest = (type: FrameRequestType) => {
    const request = [...open.values()].filter((other) => other.type === type).at(-1)
    if (!request) throw new Error(`No ${type} is open; asked were ${frame.types().join(', ')}`)
    return request
  }
  const sayLoaded = () => {
    const { origin } = frame.behaviour
    const message = Object.assign(new Event('message'), {
      data: { k: frameSignal.loaded, id: `document ${documentId}` },
      source: frame.window,
      origin,
    })
    page.dispatchEvent(message)
  }
  const load = () => {
    documentId++
    sayLoaded()
    callbacks?.onLoad()
  }
  const frame: TestFrame = {
    requests: [],
    types: () => frame.requests.map(({ type }) => type).filter((type) => type !== 'syncDappData'),
    answers: {
      syncDappData: () => ({}),
      syncTheme: () => ({}),
      isConnected: () => ({ isConnected: false }),
      getUser: () => testUser,
      signOut: () => ({}),
      switchNetwork: ({ payload }) => payload,
    },
    answer: (type, result) => reply(newest(type), { ok: true, result }),
    refuse: (type, error) => reply(newest(type), { ok: false, error }),
    post: (message) => port?.postMessage(message),
    say: (event) => port?.postMessage({ k: 'evt', event }),
    pressEscape: () => callbacks?.onCancel(),
    reload: load,
    repeat: sayLoaded,
    answerHello: (index) => {
      port = ports[index]
      const nonce = frame.hellos[index]?.message.nonce
      if (!port || nonce === undefined) return
      port.onmessage = receive
      port.postMessage({ k: 'evt', event: { name: 'ready', nonce: frame.behaviour.nonce(nonce) } })
    },
    takeAway: () => callbacks?.onLost(),
    element: { urls: [], shown: false, height: undefined, mode: undefined, raised: 0, mounted: false },
    hellos: [],
    behaviour: { loads: true, hears: true, aborts: true, nonce: (nonce) => nonce, origin: testWalletUrl },
    window: {
      postMessage: (message: TestFrame['hellos'][number]['message'], targetOrigin: string, given: MessagePort[]) => {
        frame.hellos.push({ message, targetOrigin })
        const index = ports.push(given[0]) - 1
        if (frame.behaviour.hears) frame.answerHello(index)
      },
    },
    close: () => {
      for (const one of ports) one?.close()
    },
    mountFrame: ({ url, onCancel, onLoad, onLost }) => {
      const { element } = frame
      element.urls.push(url)
      element.mounted = true
      callbacks = { onCancel, onLoad, onLost }
      queueMicrotask(() => {
        if (element.mounted && frame.behaviour.loads) load()
      })
      return {
        window: () => (element.mounted ? (frame.window as never) : null),
        show: () => {
          element.shown = true
        },
        hide: () => {
          element.shown = false
        },
        raise: () => {
          element.raised++
        },
        resize: (height) => {
          element.height = height
        },
        setMode: (mode) => {
          element.mode = mode
        },
        remove: () => {
          element.mounted = false
          element.shown = false
        },
      }
    },
  }
  return frame
}
