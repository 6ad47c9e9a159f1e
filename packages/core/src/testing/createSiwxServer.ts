import type { ChainId } from '@latchkey/protocol'
import type { SiwxAccount } from '@latchkey/protocol/api'
import { readSiwxMessage } from '@latchkey/protocol/siwx'
import { verifyMessage } from 'viem'

/**
 * Fate of a request: no answer before or after it took effect, a refusal, a truncated answer, or no end of the request. Undefined is a
 * success.
 */
type Fate = 'unheard' | 'unanswered' | 'broken' | 'silent' | { code: string; status: number } | undefined

/** A fake sign-in server for one browser. */
export type SiwxServer = {
  accounts: SiwxAccount[]
  /** The requests in order, such as `GET nonce`. */
  asked: string[]
  bodies: Record<string, unknown>[]
  credentials: Set<string | undefined>
  /** Fates of the next requests, one each. */
  next: Fate[]
  /** Fate of all requests until it is reset. */
  always: Fate
  fetch: (url: string, init: RequestInit | undefined) => Promise<Response>
}

/** Creates a fake server that issues nonces, verifies signatures of keys, and accepts each message once. */
export function createSiwxServer(): SiwxServer {
  const issued = new Set<string>()
  let nonces = 0
  const refuse = ({ code, status }: { code: string; status: number }) =>
    Response.json({ status: 'FAILED', code, reasons: [] }, { status })
  const time = '2026-11-20T00:00:00.000Z'
  const later = '2026-11-27T00:00:00.000Z'

  const verify = async ({ message, signature, address }: Record<'message' | 'signature' | 'address', string>) => {
    const { data } = readSiwxMessage(message)
    if (!data) return refuse({ code: 'siwx_message_invalid', status: 400 })
    if (address !== `${data.chainId}:${data.accountAddress}`) return refuse({ code: 'siwx_address_wrong', status: 401 })
    const used = server.accounts.some((account) => account.message === message)
    if (used) return refuse({ code: 'siwx_nonce_used', status: 401 })
    if (!issued.has(data.nonce)) return refuse({ code: 'siwx_nonce_invalid', status: 401 })
    const { accountAddress, chainId } = data
    const isSigned =
      !chainId.startsWith('eip155:') ||
      (await verifyMessage({
        address: accountAddress as `0x${string}`,
        message,
        signature: signature as `0x${string}`,
      }))
    if (!isSigned) return refuse({ code: 'signature_invalid', status: 401 })
    const account = { address: accountAddress, chainId, expiresAt: later, proof: 'key' as const }
    server.accounts = [{ ...account, issuedAt: time, message, signature }, ...server.accounts]
    return Response.json(account)
  }
  const answer = async (question: string, body: Record<string, string>): Promise<Response> => {
    switch (question) {
      case 'GET nonce': {
        const nonce = `nonce${String(++nonces).padStart(8, '0')}`
        issued.add(nonce)
        return Response.json({ nonce, issuedAt: time, expiresAt: later })
      }
      case 'POST verify':
        return verify(body as Record<'message' | 'signature' | 'address', string>)
      case 'GET sessions':
        return Response.json({ sessions: server.accounts })
      case 'POST revoke': {
        const isOf = ({ address, chainId }: { address: string; chainId: ChainId }) =>
          (body.address === undefined || address.toLowerCase() === body.address.toLowerCase()) &&
          (body.chainId === undefined || chainId === body.chainId)
        server.accounts = server.accounts.filter((account) => !isOf(account))
        return Response.json({})
      }
      case 'POST token':
        if (server.accounts.length === 0) return refuse({ code: 'siwx_session_required', status: 401 })
        return Response.json({ token: 'a.b.c', expiresAt: later, tokenType: 'Bearer' })
      case 'GET devices': {
        const accounts = server.accounts.map(({ address, chainId }) => ({ address, chainId }))
        const device = { current: true, name: null, createdAt: time, lastSeenAt: time, expiresAt: later, accounts }
        return Response.json({ devices: [{ id: 'one', ...device }] })
      }
      default:
        return question === 'POST devices/revoke' ? Response.json({}) : refuse({ code: 'route_not_found', status: 404 })
    }
  }

  const server: SiwxServer = {
    accounts: [],
    asked: [],
    bodies: [],
    credentials: new Set(),
    next: [],
    always: undefined,
    fetch: async (address, init) => {
      const url = new URL(address)
      const question = `${init?.method} ${url.pathname.replace('/v1/siwx/', '')}`
      server.asked.push(question)
      server.credentials.add(init?.credentials)
      const body = init?.body === undefined ? {} : JSON.parse(String(init.body))
      if (init?.body !== undefined) server.bodies.push(body)
      const fate = server.next.shift() ?? server.always
      if (fate === 'silent')
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
      if (fate === 'unheard') throw new TypeError('fetch failed')
      if (typeof fate === 'object') return refuse(fate)
      const response = await answer(question, body)
      if (fate === 'unanswered') throw new TypeError('fetch failed')
      return fate === 'broken' ? new Response('{"addr') : response
    },
  }
  return server
}
