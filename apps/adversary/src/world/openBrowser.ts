import type { WindowPage } from '../../../wallet/src/cards/Card.ts'
import type { Credentials } from '../../../wallet/src/login/passkeys.ts'
import { createTestDevice } from '../../../wallet/src/testing/createTestDevice.ts'
import { createTestFrame, type TestFrame } from '../../../wallet/src/testing/createTestFrame.ts'
import { connectToFrame } from '../../../wallet/src/windows/connectToFrame.ts'
import type { WindowCalls } from '../../../wallet/src/windows/WindowCalls.ts'
import type { KeyWorkerCalls } from '../../../wallet/src/worker/KeyWorkerCalls.ts'
import { type World, walletOrigin } from './startWorld.ts'

/** A call of the key worker. */
export type KeyEvent = { call: keyof KeyWorkerCalls; options: unknown }

/** Answers a JSON-RPC request instead of a node. */
export type Node = (request: { method: string; params: unknown; chainId: string }) => unknown

/** A browser of a person: storage, cookies and one tab with the wallet's frame. */
export type Browser = ReturnType<typeof openBrowser>

const nobody: Credentials = { create: async () => null, get: async () => null }
const rpcPaths = ['/v1', '/v1/bundler', '/v1/wallet/rpc']
let addresses = 0

/** Returns an address in a network that is not used elsewhere. */
export function nextAddress(): string {
  addresses += 1
  return `${10 + ((addresses >> 16) & 63)}.${(addresses >> 8) & 255}.${addresses & 255}.7`
}

/**
 * Opens the wallet's frame in a browser, against the real server.
 *
 * @param options.device the storage; a closed browser is reopened with its own
 * @param options.credentials the passkeys of the person in front of it
 */
export function openBrowser({
  world,
  device: kept = createTestDevice(),
  credentials = nobody,
}: {
  world: World
  device?: ReturnType<typeof createTestDevice>
  credentials?: Credentials
}) {
  let device = kept
  const ip = nextAddress()
  const cookies = new Map<string, string>()
  const keyEvents: KeyEvent[] = []
  const ports: MessagePort[] = []
  const requests: string[] = []
  let worker: KeyWorkerCalls | undefined
  let node: Node = () => '0x1'
  let present = credentials

  const answerNode = (request: Parameters<Node>[0], id: unknown) => {
    try {
      return Response.json({ jsonrpc: '2.0', id, result: node(request) })
    } catch (error) {
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32_000, message: String(error) } })
    }
  }
  /** Fetches as the browser does for a wallet page. */
  const fetchPage = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input))
    if (rpcPaths.includes(url.pathname) && init.method === 'POST') {
      const { id, method, params } = JSON.parse(String(init.body))
      return answerNode({ method, params, chainId: url.searchParams.get('chainId') ?? '' }, id)
    }
    const headers = new Headers(init.headers)
    if (init.credentials !== 'omit' && cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await world.request(url.href, { ...init, headers, ip })
    requests.push(`${url.pathname} ${response.status}`)
    if (requests.length > 12) requests.shift()
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const observe = (calls: KeyWorkerCalls): KeyWorkerCalls => {
    worker = calls
    return Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (options: never) => {
          if (isWatched(name)) keyEvents.push({ call: name as keyof KeyWorkerCalls, options })
          return (call as (options: never) => unknown)(options)
        },
      ]),
    ) as KeyWorkerCalls
  }
  const start = (): TestFrame =>
    createTestFrame({
      server: { fetch: fetchPage as typeof fetch, calls: [] },
      clock: world.clock,
      device,
      // The person at the browser can change.
      credentials: { create: (options) => present.create(options), get: (options) => present.get(options) },
      observeKeys: observe,
    })
  let tab = start()

  return {
    /** The current storage. */
    get device() {
      return device
    },
    cookies,
    ip,
    fetch: fetchPage,
    /** The last requests, for the message of a wait that never ends. */
    requests,
    /** Calls of the key worker, in order. */
    keyEvents,
    tab: () => tab,
    /** Closes the tab and opens another. */
    reload: () => {
      tab.stop()
      tab = start()
      return tab
    },
    /** Deletes all site data including cookies, and opens another tab. */
    clear: () => {
      cookies.clear()
      worker = undefined
      device = createTestDevice()
      tab.stop()
      tab = start()
      return tab
    },
    /** The key worker's calls without any check, for values that only tests may know. */
    worker: (): KeyWorkerCalls => {
      if (!worker) throw new Error('The key worker was not needed yet')
      return worker
    },
    setNode: (next: Node) => {
      node = next
    },
    setCredentials: (next: Credentials | null) => {
      present = next ?? nobody
    },
    credentials: () => present,
    /** Connects to the frame as its last window does. `null`: it does not answer. */
    connect: (page: WindowPage, { patience = 2_000 } = {}): Promise<WindowCalls | null> => {
      const from = tab.windows.at(-1)?.window
      const opener = {
        postMessage: (data: unknown, _target: string, [port]: [MessagePort]) => {
          ports.push(port)
          tab.deliver({ source: from, origin: walletOrigin, data, ports: [port] })
        },
      }
      const timer = (run: () => void) => setTimeout(run, patience).unref() as unknown as number
      const window = { opener, origin: walletOrigin, setTimeout: timer as Window['setTimeout'] }
      return connectToFrame({ window, page, credentials: present })
    },
    close: () => {
      for (const port of ports.splice(0)) port.close()
      tab.stop()
    },
  }
}

/** Whether a call releases a signature of the owner's keys, or the keys themselves. */
function isWatched(call: string): boolean {
  return /^(sign|export)/.test(call)
}
