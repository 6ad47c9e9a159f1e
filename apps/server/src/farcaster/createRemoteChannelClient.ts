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

/** Milliseconds between two looks, at first and when the relay keeps failing. */
const interval = 1_000
const longestInterval = 8_000
/** Milliseconds for one request, and failures in a row after which the relay counts as down. */
const requestTimeout = 5_000
const mostFailures = 4
const maxBytes = 65_536
/** Seconds that an answer is kept, which the relay hands out once. */
const lifetime = 600

const openedSchema = z.object({
  channelToken: z.string().min(1).max(200),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  nonce: z.string(),
})
const { message, signature, username } = channelAnswerSchema.shape
/** What is read of an answer: a person's picture may be what it likes. */
const statusSchema = z.object({
  state: z.literal('completed'),
  message,
  signature,
  username: username.catch(undefined),
})

/** An answer of a relay; undefined where there was none that could be used. */
type RelayReply = { status: number; body: unknown } | undefined

/**
 * Creates the client of a relay elsewhere, such as Farcaster's own: it is asked once a second while somebody waits, and less often when it
 * fails. A relay hands an answer out once, so it is kept in the key-value store before anything is done with it.
 *
 * @param options.app the page that opens in the place of the one that the relay names
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
        // A redirect could lead anywhere, and it would take the token along.
        redirect: 'error',
        signal: AbortSignal.timeout(pace.requestTimeout),
      })
      const text = await readText({ stream: response.body, maxBytes })
      return text === undefined ? undefined : { status: response.status, body: JSON.parse(text) }
    } catch (error) {
      log.warn({ trouble: describe(error) }, 'The Farcaster relay does not answer as it should')
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
      // With another nonce the answer would be one to another question.
      if (!opened?.success || opened.data.nonce !== request.nonce) throw new ServiceError('social_provider_failed')
      const { channelToken, url } = opened.data
      return { channelToken, url: app ? toChannelUrl({ app, channelToken }) : url }
    },
    waitForAnswer: async ({ channelToken, signal }) => {
      let failures = 0
      let isMissing = false
      const end = aborted(signal)
      while (!signal.aborted) {
        // A look is never cut short: the relay forgets the answer that it began to send.
        const found = await Promise.race([look(channelToken), end])
        if (found === undefined) break
        if (typeof found === 'object') {
          // Somebody else may hold the answer in this very moment, and keeps it before the next look.
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

/** What went wrong, without the address. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
