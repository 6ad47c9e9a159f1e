import { ServiceError } from '@latchkey/protocol/errors'
import type { z } from 'zod'
import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http/App.ts'
import { readBody } from '../platform/http/readBody.ts'
import { parseJsonBody } from '../platform/http/readInput.ts'
import { type RouteCall, type RouteReply, registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import type { ChannelState } from './Channel.ts'
import { channelAnswerSchema, channelRequestSchema } from './channelSchemas.ts'
import type { AnswerOutcome, ChannelRelay } from './createChannelRelay.ts'

const base = '/farcaster/v1/channel'
const maxBytes = 32_768
/** Window in seconds, and limits of one network. */
const window = 3600
const limits = { open: 300, unknown: 100 }

/** Documentation of the relay. */
export const channelDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: base,
    tag: 'Farcaster',
    summary: 'Open a channel',
    description:
      'Sign In With Farcaster (FIP-11), as the public relay speaks it. Body: siweUri, domain; nonce, notBefore, expirationTime, requestId, redirectUrl and acceptAuthAddress where wanted. Answers 201 with channelToken, url (shown as a code, or opened on a phone) and nonce. A channel lives for ten minutes.',
  },
  {
    method: 'GET',
    path: `${base}/status`,
    tag: 'Farcaster',
    summary: 'Where a channel stands',
    description:
      'Authorization: Bearer with the channelToken. 202 with signatureParams while nobody has answered; 200 with message, signature and fid, once; 401 when there is no such channel.',
  },
  {
    method: 'POST',
    path: `${base}/authenticate`,
    tag: 'Farcaster',
    summary: 'Answer on a channel',
    description:
      'For apps. Authorization: Bearer with the channelToken. Body: message, signature, fid; username, displayName, bio, pfpUrl and authMethod where known. 201 when it is taken, 409 when another answer was. What is answered is verified by who asked, not here.',
  },
  {
    method: 'POST',
    path: `${base}/decline`,
    tag: 'Farcaster',
    summary: 'Refuse on a channel',
    description: 'For apps; the public relay has no such route. Authorization: Bearer with the channelToken.',
  },
]

/** Registers the relay for Farcaster. Errors have the format of the public relay: `{ error }`. */
export function registerChannelRoutes({ app, kv, relay }: { app: App; kv: Context['kv']; relay: ChannelRelay }): void {
  const count = async (kind: keyof typeof limits, ip: string) => {
    const events = await kv.increment(`farcaster:${kind}:${ip}`, { ttl: window })
    if (events > limits[kind]) throw new ServiceError('rate_limited', { retryAfter: window })
  }
  const refuseUnknown = async ({ ip }: RouteCall): Promise<RouteReply> => {
    await count('unknown', ip)
    return reply(401, { error: 'Unauthorized' })
  }
  const conclude = async (call: RouteCall, token: string, outcome: AnswerOutcome): Promise<RouteReply> => {
    if (outcome === 'unknown') return refuseUnknown(call)
    if (outcome === 'answered') return reply(409, { error: 'The channel was answered already' })
    const found = await relay.read(token)
    return found ? reply(201, describe(found)) : refuseUnknown(call)
  }
  const register = (method: 'GET' | 'POST', path: string, handle: (call: RouteCall) => Promise<RouteReply>) =>
    registerRoute(app, { method, path, project: 'none' }, async (call) => {
      await call.admit(undefined)
      return handle(call)
    })

  register('POST', base, async (call) => {
    const body = await readJson(call, channelRequestSchema)
    if ('error' in body) return body.error
    await count('open', call.ip)
    const metadata = { ip: call.ip, userAgent: call.request.headers.get('user-agent')?.slice(0, 200) ?? '' }
    return reply(201, await relay.open({ request: body.value, metadata, isOwn: false }))
  })
  register('GET', `${base}/status`, async (call) => {
    const token = readToken(call)
    const found = token === undefined ? undefined : await relay.collect(token)
    if (!found || found.state === 'declined') return refuseUnknown(call)
    return reply(found.state === 'completed' ? 200 : 202, describe(found))
  })
  register('POST', `${base}/authenticate`, async (call) => {
    const token = readToken(call)
    const body = await readJson(call, channelAnswerSchema)
    if (token === undefined) return refuseUnknown(call)
    if ('error' in body) return body.error
    return conclude(call, token, await relay.answer(token, body.value))
  })
  register('POST', `${base}/decline`, async (call) => {
    const token = readToken(call)
    if (token === undefined) return refuseUnknown(call)
    return conclude(call, token, await relay.decline(token))
  })
}

/** Reads the token of the channel. It is never in a URL, which logs would contain. */
function readToken({ request }: RouteCall): string | undefined {
  return /^Bearer ([!-~]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

async function readJson<Schema extends z.ZodType>(
  call: RouteCall,
  schema: Schema,
): Promise<{ value: z.output<Schema> } | { error: RouteReply }> {
  const text = await readBody({ call, maxBytes })
  const body = parseJsonBody({ text, contentType: call.request.headers.get('content-type') ?? undefined })
  const result = schema.safeParse(body)
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  return {
    error: reply(400, { error: 'Validation error', message: `${issue?.path.join('.') || 'body'}: ${issue?.message}` }),
  }
}

/** Serializes a channel for HTTP. */
function describe(found: ChannelState): object {
  const { nonce, url, request, metadata } = found.channel
  return {
    state: found.state,
    ...{ nonce, url, signatureParams: request, metadata, acceptAuthAddress: request.acceptAuthAddress ?? false },
    ...(found.state === 'completed' && !found.channel.isOwn ? found.answer : {}),
  }
}

function reply(status: number, body: object): RouteReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}
