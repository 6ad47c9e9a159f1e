import type { Name } from '@latchkey/protocol/api'
import { verifyMessage } from 'viem'

/** A request to a test's fake name server. */
export type SentName = { message: string; signature: `0x${string}`; coin_type: number; address: `0x${string}` }

/** A fake name server that the test controls. */
export type NameServer = {
  zone: string | null
  /** Largest number of names per account, in the server's format. */
  perAccount: string | undefined
  names: Map<string, Name>
  /** Identities by address in lower case, or by network and address (CAIP-10). Other addresses have none. */
  identities: Map<string, { name: string | null; avatar: string | null }>
  /** Addresses of each group request, with the network. */
  groups: { addresses: string[]; chainId: string | null }[]
  /** Addresses in lower case whose identity is unavailable. */
  untold: Set<string>
  sent: SentName[]
  /** Paths of other requests. */
  asked: string[]
  /**
   * Fates of the next requests, one each: no answer before or after it took effect, a refusal, or an answer of the test. Undefined is a
   * success.
   */
  next: ('unheard' | 'unanswered' | { code: string; status: number } | Promise<Response> | undefined)[]
  fetch: (url: string, init: RequestInit | undefined) => Promise<Response>
}

/** Creates a fake server that registers names and verifies the signatures of messages. */
export function createNameServer(): NameServer {
  const used = new Set<string>()
  const refuse = ({ code, status }: { code: string; status: number }) =>
    Response.json({ status: 'FAILED', code, reasons: [] }, { status })
  const write = async (body: SentName): Promise<Response> => {
    const { message, signature, address, coin_type } = body
    if (!(await verifyMessage({ message, signature, address })))
      return refuse({ code: 'signature_invalid', status: 401 })
    if (used.has(message)) return refuse({ code: 'name_message_used', status: 409 })
    const { name, attributes, timestamp } = JSON.parse(message)
    const at = new Date(timestamp * 1000).toISOString()
    const before = server.names.get(name)
    if (before && Object.keys(attributes).length === 0) return refuse({ code: 'name_taken', status: 409 })
    used.add(message)
    const made: Name = {
      ...{ name, registered_at: at, updated_at: at },
      attributes: { ...before?.attributes, ...attributes },
      addresses: { [coin_type]: { address, created_at: at } },
    }
    server.names.set(name, made)
    return Response.json(made)
  }
  const groupOf = (url: URL) => (url.searchParams.get('addresses') ?? '').split(',')
  const answer = async (url: URL, init: RequestInit | undefined): Promise<Response> => {
    const [, , kind, part, name = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (url.pathname === '/projects/v1/config') {
      const { zone, perAccount } = server
      const config = [zone, perAccount].filter(Boolean)
      return Response.json({ features: [{ id: 'names', isEnabled: zone !== null, config }] })
    }
    if (init?.method === 'POST') return write(JSON.parse(String(init.body)))
    const identify = (address: string) => ({
      ...{ address, name: null, avatar: null, resolvedAt: '2026-11-20T00:00:00.000Z' },
      ...server.identities.get(address),
      ...server.identities.get(`${url.searchParams.get('chainId')}:${address}`),
    })
    if (kind === 'identity') return Response.json(identify(part ?? ''))
    if (kind === 'identities') {
      const told = groupOf(url).filter((address) => !server.untold.has(address))
      return Response.json({ identities: told.map(identify) })
    }
    if (part === 'suggestions')
      return Response.json({ suggestions: [{ name: `${name}.${server.zone}`, registered: false }] })
    if (part === 'reverse')
      return Response.json(
        [...server.names.values()].filter(({ addresses }) =>
          Object.values(addresses).some(({ address }) => address === name),
        ),
      )
    return Response.json(server.names.get(name) ?? [])
  }
  const server: NameServer = {
    zone: 'latchkey.eth',
    perAccount: '1',
    names: new Map(),
    identities: new Map(),
    groups: [],
    untold: new Set(),
    sent: [],
    asked: [],
    next: [],
    fetch: async (address, init) => {
      const url = new URL(address)
      if (init?.method === 'POST') server.sent.push(JSON.parse(String(init.body)))
      else server.asked.push(decodeURIComponent(url.pathname))
      const addresses =
        url.pathname === '/v1/identities' ? groupOf(url) : /^\/v1\/identity\/(.+)/.exec(url.pathname)?.slice(1)
      if (addresses) server.groups.push({ addresses, chainId: url.searchParams.get('chainId') })
      const fate = server.next.shift()
      if (fate instanceof Promise) return fate
      if (typeof fate === 'object') return refuse(fate)
      if (fate === 'unheard') throw new TypeError('fetch failed')
      const answered = await answer(url, init)
      if (fate === 'unanswered') throw new TypeError('fetch failed')
      return answered
    },
  }
  return server
}
