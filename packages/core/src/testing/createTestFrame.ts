import { type FrameEvent, type FrameFailure, frameSignal, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import type { MountFrame } from '../environment/FrameMount.ts'

/** The wallet's origin in tests. */
export const testWalletUrl = 'https://wallet.test'
/** The visitor of the tests' wallet. */
export const testUser = {
  email: 'ada@site.test',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:31337',
  accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }],
}

/** A request as the frame gets it. */
export type TestFrameRequest = { id: string; type: FrameRequestType; payload: Record<string, unknown> }

/** What a test has the frame answer a request with; `undefined` leaves it open. */
export type TestFrameAnswer = (request: TestFrameRequest) => unknown

/** The wallet's frame, played by a test: it speaks the protocol of the port and shows nothing. */
export type TestFrame = {
  mountFrame: MountFrame
  /** Every request, in order. */
  requests: TestFrameRequest[]
  types: () => string[]
  /** How requests are answered; a test changes it. Throwing refuses. */
  answers: { [Type in FrameRequestType]?: TestFrameAnswer }
  /** Answers a request that was left open: the newest of its type, or the one given. */
  answer: (type: FrameRequestType, result: unknown) => void
  refuse: (type: FrameRequestType, error: FrameFailure) => void
  /** Puts anything on the port. */
  post: (message: unknown) => void
  say: (event: FrameEvent) => void
  /** The visitor presses Escape or clicks beside the card. */
  pressEscape: () => void
  /** Another document comes into the frame. */
  reload: () => void
  /** The document says again that it is there, as it does until it hears a hello. */
  repeat: () => void
  /** Is ready over the port of a hello that came while nothing was heard. */
  answerHello: (index: number) => void
  /** The page takes the frame away. */
  takeAway: () => void
  /** Everything that was asked of the element on the page. */
  element: {
    urls: string[]
    shown: boolean
    height: number | undefined
    mode: string | undefined
    raised: number
    mounted: boolean
  }
  hellos: { message: { k: string; v: number; projectId: string; nonce: string }; targetOrigin: string }[]
  /** How the next frame behaves when it is loaded. */
  behaviour: { loads: boolean; hears: boolean; aborts: boolean; nonce: (nonce: string) => string; origin: string }
  /** The frame's window, for tests that send messages by themselves. */
  window: object
  close: () => void
}

/** Plays the wallet's frame on a page. Without further word it is signed out. */
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
