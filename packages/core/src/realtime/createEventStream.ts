import { type ChainId, isChainId, streamPath, type Topic } from '@latchkey/protocol'
import { type RealtimeEvent, realtimeEventSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { serves } from '../networks/createServedChains.ts'
import { version } from '../version.ts'
import type { RealtimeState } from './RealtimeFeature.ts'

/** One `follow` of a topic. */
export type Follower = {
  topic: Topic
  onEvent: (event: RealtimeEvent) => void
  onResync?: () => void
  /** When it began to follow, and to read its data (milliseconds). */
  since: number
}

/** The page's event stream. */
export type EventStream = {
  /** Opens, reopens or closes the stream for the topics of the followers. */
  update: () => void
  close: () => void
}

/** The kinds of events, which are also possible names of server-sent events. */
const eventNames = ['message', 'balance', 'history', 'price', 'trades'] as const
const firstRetry = 1_000
const longestRetry = 30_000
/** Seconds that a server looks back at most. */
const mostLookback = 60
/** Milliseconds in which a stream has to open. */
const openLimit = 10_000
/** Silence in heartbeats after which the server counts as unresponsive: 15 s with a heartbeat every 10 s. */
const silentBeats = 1.5

/** A stream that is open or opening. */
type Source = {
  source: EventSource
  topics: string
  /** Milliseconds of silence after which it counts as lost; undefined if the server sends no heartbeats. */
  silence: number | undefined
  timer: TimerId | undefined
}

/**
 * Keeps one `EventSource` open for all topics. For a changed set of topics, a second one opens before the first closes, so that no event is
 * missed. After an interruption, every follower reads again. A stream that does not open within 10 s, or that misses a heartbeat, counts as
 * failed. Browsers do not detect an unresponsive server.
 */
export function createEventStream({
  context,
  followers,
  setStatus,
}: {
  context: CoreContext
  followers: ReadonlySet<Follower>
  setStatus: (status: RealtimeState['status']) => void
}): EventStream {
  const { config, environment } = context
  let live: Source | undefined
  let opening: Source | undefined
  let interrupted = false
  let failures = 0
  let retry: TimerId | undefined
  let scheduled = false
  let lastEventId = ''

  /** By network, whether the server supports it. A server refuses the whole stream for an unsupported network. */
  const served = new Map<ChainId, boolean>()
  const learnServed = async () => {
    const chainIds = new Set([...followers].flatMap(({ topic }) => chainIdOf(topic) ?? []))
    const unknown = [...chainIds].filter((chainId) => !served.has(chainId))
    await Promise.all(unknown.map(async (chainId) => served.set(chainId, await serves({ context, chainId }))))
  }
  const isServed = ({ topic }: Follower) => {
    const chainId = chainIdOf(topic)
    return chainId === undefined || served.get(chainId) === true
  }
  const topicsNow = () => {
    const topics = [...followers].filter(isServed).map(({ topic }) => topic)
    return [...new Set(topics)].sort().join(',')
  }

  const onMessage = (event: Event) => {
    const { data, lastEventId: id } = event as MessageEvent<string>
    if (id) lastEventId = id
    let value: unknown
    try {
      value = JSON.parse(data)
    } catch {
      return
    }
    const parsed = z.safeParse(realtimeEventSchema, value)
    // An event of a newer server, which this kit does not support.
    if (!parsed.success) return
    for (const follower of [...followers]) if (follower.topic === parsed.data.topic) follower.onEvent(parsed.data)
  }

  const resync = () => {
    for (const follower of [...followers]) follower.onResync?.()
  }

  const end = (ended: Source | undefined) => {
    ended?.source.close()
    environment.clearTimeout(ended?.timer)
  }
  /** Ends a stream that is silent for longer than the server announced. */
  const heard = (one: Source) => {
    if (one !== live || one.silence === undefined) return
    environment.clearTimeout(one.timer)
    one.timer = environment.setTimeout(() => fail(one), one.silence)
  }
  const onHeartbeat = (one: Source, event: Event) => {
    const seconds = readSeconds((event as MessageEvent<string>).data)
    if (seconds !== undefined) one.silence = seconds * 1000 * silentBeats
    heard(one)
  }

  const fail = (failed: Source) => {
    if (failed !== live && failed !== opening) return
    end(failed)
    if (failed === live) live = undefined
    else opening = undefined
    if (!live) {
      interrupted = true
      setStatus('down')
    }
    if (opening) return
    const wait = Math.min(longestRetry, firstRetry * 2 ** failures++)
    environment.clearTimeout(retry)
    // Between half and all of the wait, so that not every page reconnects to a restarted server at once.
    retry = environment.setTimeout(open, wait * (0.5 + environment.random() / 2))
  }

  /** Seconds since the first read of a topic that no stream follows yet: an event in this time was announced to no stream of this page. */
  const lookback = () => {
    const open = live?.topics.split(',') ?? []
    const starts = [...followers].flatMap(({ topic, since }) => (open.includes(topic) ? [] : since))
    return Math.min(mostLookback, Math.ceil((environment.now() - Math.min(...starts)) / 1000) + 1)
  }

  const open = () => {
    retry = undefined
    const topics = topicsNow()
    if (topics === '') return
    const query = new URLSearchParams({ topics, projectId: config.projectId, st: 'latchkey', sv: version })
    // A new EventSource cannot send the header of a reconnecting one.
    const seconds = lookback()
    if (lastEventId) query.set('lastEventId', lastEventId)
    else if (seconds > 0) query.set('lookback', String(seconds))
    const source = environment.createEventSource(`${config.apiUrl.replace(/\/+$/, '')}${streamPath}?${query}`)
    end(opening)
    const one: Source = { source, topics, silence: undefined, timer: undefined }
    one.timer = environment.setTimeout(() => fail(one), openLimit)
    opening = one
    source.onopen = () => {
      if (opening !== one) return
      environment.clearTimeout(one.timer)
      end(live)
      live = one
      opening = undefined
      heard(one)
      failures = 0
      setStatus('live')
      if (interrupted) resync()
      interrupted = false
      if (topicsNow() !== topics) update()
    }
    source.onerror = () => fail(one)
    source.addEventListener('heartbeat', (event) => onHeartbeat(one, event))
    for (const name of eventNames)
      source.addEventListener(name, (event) => {
        heard(one)
        onMessage(event)
      })
    // The server no longer has the missed events.
    source.addEventListener('resync', (event) => {
      lastEventId = (event as MessageEvent<string>).lastEventId || lastEventId
      resync()
    })
  }

  const close = () => {
    environment.clearTimeout(retry)
    retry = undefined
    end(live)
    end(opening)
    live = undefined
    opening = undefined
    interrupted = false
    failures = 0
    setStatus('idle')
  }

  const apply = () => {
    scheduled = false
    const topics = topicsNow()
    if (topics === '') close()
    else if (retry === undefined && topics !== (opening ?? live)?.topics) {
      if (!live) setStatus(interrupted ? 'down' : 'connecting')
      open()
    }
  }

  // Views mount and unmount together. Their topics share one request.
  const update = () => {
    if (scheduled) return
    scheduled = true
    void learnServed().then(apply)
  }

  return { update, close }
}

/** Returns the seconds until the next heartbeat, from the server's message. */
function readSeconds(data: string): number | undefined {
  try {
    const seconds = Number((JSON.parse(data) as { seconds?: unknown } | null)?.seconds)
    return seconds > 0 ? seconds : undefined
  } catch {
    return undefined
  }
}

/** Returns the network of a topic: of a CAIP-10 account, or of a CAIP-19 token. */
function chainIdOf(topic: Topic): ChainId | undefined {
  const [, namespace, reference = ''] = topic.split(':')
  const chainId = `${namespace}:${reference.split('/')[0]}`
  return isChainId(chainId) ? chainId : undefined
}
