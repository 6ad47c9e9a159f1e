import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import type { Channel, ChannelState } from './Channel.ts'
import type { ChannelAnswer, ChannelRequest } from './channelSchemas.ts'
import { toChannelUrl } from './toChannelUrl.ts'

/** Result of an answer. */
export type AnswerOutcome = 'taken' | 'unknown' | 'answered'

/** Channels between requesters of a sign-in with Farcaster and the answering apps. */
export type ChannelRelay = {
  /** Opens a channel for ten minutes. */
  open: (options: {
    request: ChannelRequest
    metadata: Channel['metadata']
    isOwn: boolean
  }) => Promise<{ channelToken: string; nonce: string; url: string }>
  /** @returns undefined if there is no such channel, or it expired */
  read: (channelToken: string) => Promise<ChannelState | undefined>
  /** Like `read`, but for HTTP requests: returns an answer once, and never one of this server's own channels. */
  collect: (channelToken: string) => Promise<ChannelState | undefined>
  /** Stores an answer. The first one counts, and a repetition of it counts as a retry after a lost response. */
  answer: (channelToken: string, answer: ChannelAnswer) => Promise<AnswerOutcome>
  /** Records that the user declined. */
  decline: (channelToken: string) => Promise<AnswerOutcome>
  /** Calls the listener when the channel is answered, in any process. @returns a function that ends it */
  follow: (channelToken: string, onAnswer: () => void) => () => void
}

/** Seconds that a channel lives. */
const lifetime = 600
const busChannel = 'farcaster'

/**
 * Creates the relay. Channels are in the key-value store, shared by all processes, under hashes of their tokens. A reader of the store
 * therefore cannot answer. Request and answer are two entries, and the answer is written only once.
 *
 * @param options.app page to which the apps' links lead
 */
export async function createChannelRelay({
  context: { kv, bus, shutdown, log },
  app,
}: {
  context: Pick<Context, 'kv' | 'bus' | 'shutdown' | 'log'>
  app: string
}): Promise<ChannelRelay> {
  const followers = new Map<string, Set<() => void>>()
  const stop = await bus.subscribe(busChannel, (name) => {
    for (const onAnswer of followers.get(name) ?? []) onAnswer()
  })
  shutdown.add('Farcaster channels', stop)

  const read = async (name: string): Promise<ChannelState | undefined> => {
    const opened = await kv.get(keys.channel(name))
    if (opened === undefined) return undefined
    const channel: Channel = JSON.parse(opened)
    const answered = await kv.get(keys.answer(name))
    if (answered === undefined) return { state: 'pending', channel }
    const answer: ChannelAnswer | null = JSON.parse(answered)
    return answer ? { state: 'completed', channel, answer } : { state: 'declined', channel }
  }

  const conclude = async (name: string, answer: ChannelAnswer | null): Promise<AnswerOutcome> => {
    if ((await kv.get(keys.channel(name))) === undefined) return 'unknown'
    const text = JSON.stringify(answer)
    if (!(await kv.setIfAbsent(keys.answer(name), text, { ttl: lifetime })))
      return (await kv.get(keys.answer(name))) === text ? 'taken' : 'answered'
    // The store is the source of truth. A process that missed the message sees the answer at its next read.
    await bus
      .publish(busChannel, name)
      .catch((error) => log.warn({ err: error }, 'Failed to notify other processes of a Farcaster answer'))
    return 'taken'
  }

  return {
    open: async ({ request, metadata, isOwn }) => {
      const channelToken = randomBytes(24).toString('base64url')
      const nonce = request.nonce ?? randomBytes(16).toString('hex')
      const url = toChannelUrl({ app, channelToken })
      const channel: Channel = { nonce, url, request: { ...request, nonce }, metadata, isOwn }
      await kv.set(keys.channel(nameOf(channelToken)), JSON.stringify(channel), { ttl: lifetime })
      return { channelToken, nonce, url }
    },
    read: (channelToken) => read(nameOf(channelToken)),
    collect: async (channelToken) => {
      const name = nameOf(channelToken)
      const found = await read(name)
      if (found?.state === 'pending') return found
      if (!found || found.channel.isOwn) return undefined
      return (await kv.setIfAbsent(keys.collected(name), '1', { ttl: lifetime })) ? found : undefined
    },
    answer: (channelToken, answer) => conclude(nameOf(channelToken), answer),
    decline: (channelToken) => conclude(nameOf(channelToken), null),
    follow: (channelToken, onAnswer) => {
      const name = nameOf(channelToken)
      const entries = followers.get(name) ?? new Set()
      followers.set(name, entries)
      entries.add(onAnswer)
      return () => {
        entries.delete(onAnswer)
        if (entries.size === 0 && followers.get(name) === entries) followers.delete(name)
      }
    },
  }
}

const keys = {
  channel: (name: string) => `farcaster:channel:${name}`,
  answer: (name: string) => `farcaster:answer:${name}`,
  collected: (name: string) => `farcaster:collected:${name}`,
}

function nameOf(channelToken: string): string {
  return createHash('sha256').update(channelToken).digest('base64url')
}
