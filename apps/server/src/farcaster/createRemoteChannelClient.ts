import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { Context } from '../platform/context.ts'
import { readText } from '../platform/http/readText.ts'
import type { ChannelClient, ChannelEnd } from './ChannelClient.ts'
import { channelAnswerSchema } from './channelSchemas.ts'
import { toChannelUrl } from './toChannelUrl.ts'

/** Milliseconds between two requests: normally, and at most after failures. */
const interval = 1_000
const longestInterval = 8_000
/** Milliseconds per request, and consecutive failures after which the relay counts as down. */
const requestTimeout = 5_000
const mostFailures = 4
const maxBytes = 65_536
/** Seconds for which an answer is stored, because the relay returns it only once. */
const lifetime = 600

const openedSchema = z.object({
  channelToken: z.string().min(1).max(200),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  nonce: z.string(),
})
const { message, signature, username } = channelAnswerSchema.shape
/** Fields of an answer. Other fields, such as the user's picture, can have any form. */
const statusSchema = z.object({
  state: z.literal('completed'),
  message,
  signature,
  username: username.catch(undefined),
})

/** Reply of a relay. Undefined if there was no usable one. */
type RelayReply = { status: number; body: unknown } | undefined

/**
 * Creates the client of an external relay, such as Farcaster's own. It polls once a second while a caller waits, and less often after
 * failures. A relay returns an answer only once, so it is saved in the key-value store before any use.
 *
 * @param options.app page that replaces the one of the relay
 * @param options.pace milliseconds; for tests
 */
export function createRemoteChannelClient({
  context: { kv, log },
  relay,
  app,
  pace = { interval, longestInterval, requestTimeout },
}: {
  context: Pick<Context, 'kv' | 'log'>
  relay: string
  app?: string | undefined
  pace?: { interval: number; longestInterval: number; requestTimeout: number }
}): ChannelClient {
  const base = `${relay.replace(/\/+$/, '')}/v1/channel`

  const ask = async (path: string, init: RequestInit): Promise<RelayReply> => {
    try {
      const response = await fetch(`${base}${path}`, {
        ...init,
        // A redirect could lead anywhere, and would send the token along.
        redirect: 'error',
        signal: AbortSignal.timeout(pace.requestTimeout),
      })
      const text = await readText({ stream: response.body, maxBytes })
      return text === undefined ? undefined : { status: response.status, body: JSON.parse(text) }
    } catch (error) {
      log.warn({ trouble: describe(error) }, 'The Farcaster relay did not answer properly')
      return undefined
    }
  }

  const look = async (channelToken: string): Promise<ChannelEnd | 'pending' | 'failed'> => {
    const key = `farcaster:answer:${createHash('sha256').update(channelToken).digest('base64url')}`
    const known = await kv.get(key)
    if (known !== undefined) return { type: 'answered', answer: JSON.parse(known) }
    const reply = await ask('/status', { headers: { authorization: `Bearer ${channelToken}` } })
    if (reply?.status === 202) return 'pending'
    if (reply?.status === 401) return { type: 'gone' }
    const completed = reply?.status === 200 ? statusSchema.safeParse(reply.body) : undefined
    if (!completed?.success) return 'failed'
    const { state: _, ...answer } = completed.data
    await kv.set(key, JSON.stringify(answer), { ttl: lifetime })
    return { type: 'answered', answer }
  }

  return {
    open: async (request) => {
      const reply = await ask('', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      const opened = reply?.status === 201 ? openedSchema.safeParse(reply.body) : undefined
      // With another nonce, the answer would be to another request.
      if (!opened?.success || opened.data.nonce !== request.nonce) throw new ServiceError('social_provider_failed')
      const { channelToken, url } = opened.data
      return { channelToken, url: app ? toChannelUrl({ app, channelToken }) : url }
    },
    waitForAnswer: async ({ channelToken, signal }) => {
      let failures = 0
      let isMissing = false
      const end = aborted(signal)
      while (!signal.aborted) {
        // Never abort a request: the relay forgets an answer once it started to send it.
        const found = await Promise.race([look(channelToken), end])
        if (found === undefined) break
        if (typeof found === 'object') {
          // Another process may be saving the answer at this moment, and will have done so before the next read.
          if (found.type !== 'gone' || isMissing) return found
          isMissing = true
        }
        failures = found === 'failed' ? failures + 1 : 0
        if (failures === mostFailures) throw new ServiceError('social_provider_failed')
        const wait = Math.min(pace.interval * 2 ** failures, pace.longestInterval)
        await pause(wait, undefined, { signal }).catch(() => {})
      }
      return undefined
    },
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Describes an error without the URL. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
