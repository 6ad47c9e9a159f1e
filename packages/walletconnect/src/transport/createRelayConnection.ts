import { relayCloseCodes, relayErrorCodes } from '@latchkey/protocol/relay'
import type { ClientEnvironment, WebSocketLike } from '../ClientEnvironment.ts'
import type { RelayEndpoint } from '../ClientParameters.ts'
import { createClientToken } from '../crypto/createClientToken.ts'
import type { SigningKey } from '../crypto/createSigningKey.ts'
import { type RelayAnswer, type RelayFrame, readRelayFrame } from './readRelayFrame.ts'
import type { RelayStatus } from './Transport.ts'

/** Milliseconds. */
const limits = {
  firstDelay: 100,
  longestDelay: 10_000,
  /** A socket that lives this long resets the pauses. */
  stable: 5_000,
  /** Pause after a relay reported overload. */
  slowDelay: 5_000,
  connect: 10_000,
  /** For an answer; then the request is repeated under the same ID. */
  answer: 7_000,
  /** For the answer to the repetition; then the socket is closed. */
  repeatedAnswer: 4_000,
  /** After this much silence the client probes the relay. */
  silence: 60_000,
  /** A page that becomes visible probes sooner: its socket may have died unnoticed while the phone slept. */
  silenceOnWake: 3_000,
  answerOnWake: 3_000,
  /** How long a token is used; it is valid for a day. */
  token: 3_600_000,
}

/** A close frame has room for less. */
const longestReason = 200

/** Outcome of a request. `lost`: the socket ended before an answer. */
export type RequestOutcome = RelayAnswer | 'lost'

/** Connection to one relay. */
export type RelayConnection = {
  readonly url: string
  status: () => RelayStatus['status']
  /** Why no socket could be created, if the platform gave a reason. */
  failure: () => unknown
  /** Why the relay refused, in its own words; undefined if it gave no reason. */
  reason: () => string | undefined
  /** Dials unless it has already. */
  need: () => void
  /** Works only while connected; otherwise the outcome is `lost`. */
  request: (options: { method: string; params: unknown; id?: number }) => Promise<RequestOutcome>
  /** The page became visible, or the network is back. */
  wake: () => void
  destroy: () => void
}

type Pending = { frame: string; deadline: number; repeated: boolean; resolve: (outcome: RequestOutcome) => void }

/**
 * Socket of one relay. Dials on demand and stays connected as long as `isNeeded`, with growing pauses. Repeats unanswered requests
 * under the same ID. Acknowledges a message when `onMessage` is fulfilled. Does not dial again after the relay refused this client
 * (close code 3000).
 */
export function createRelayConnection({
  endpoint,
  getKey,
  subject,
  environment,
  newId,
  isNeeded,
  probe,
  onStatus,
  onMessage,
}: {
  endpoint: RelayEndpoint
  /** Key of the client. */
  getKey: () => Promise<SigningKey>
  /** Subject of the token; a new one for each run of the client. */
  subject: string
  environment: ClientEnvironment
  newId: () => number
  isNeeded: () => boolean
  /** A harmless request that shows whether the relay is alive; undefined if there is none. */
  probe: () => { method: string; params: unknown } | undefined
  onStatus: () => void
  onMessage: (delivery: Extract<RelayFrame, { kind: 'delivery' }>['delivery']) => Promise<void>
}): RelayConnection {
  const { now } = environment
  const pending = new Map<number, Pending>()
  let status: RelayStatus['status'] = 'idle'
  let socket: WebSocketLike | undefined
  let timer: unknown
  /** Changes with each connection attempt and each end, so that events of an earlier one are ignored. */
  let attempts = 0
  let failures = 0
  let lastHeard = 0
  let connectedAt = 0
  let failure: unknown
  let reason: string | undefined
  let token: { jwt: string; madeAt: number } | undefined
  let destroyed = false

  const setStatus = (next: RelayStatus['status']) => {
    if (status === next) return
    status = next
    if (!destroyed) onStatus()
  }
  const setTimer = (run: () => void, delay: number) => {
    environment.clearTimeout(timer)
    timer = environment.setTimeout(run, delay)
  }

  const dial = () => {
    const attempt = ++attempts
    const isCurrent = () => attempt === attempts
    setTimer(() => abandon(), limits.connect)
    setStatus('connecting')
    toAddress()
      .then((address) => {
        if (isCurrent()) open(address, isCurrent)
      })
      .catch((error: unknown) => {
        if (!isCurrent()) return
        failure = error
        onClosed(0)
      })
  }

  const open = (address: string, isCurrent: () => boolean) => {
    const opened = environment.openSocket(address)
    failure = undefined
    socket = opened
    opened.onopen = () => {
      if (!isCurrent()) return
      lastHeard = now()
      connectedAt = now()
      watch()
      setStatus('connected')
    }
    opened.onmessage = ({ data }) => {
      if (isCurrent()) onFrame(data, opened)
    }
    opened.onclose = ({ code, reason: words }) => {
      if (!isCurrent()) return
      if (code === relayCloseCodes.refused && words) reason = String(words).slice(0, longestReason)
      onClosed(code)
    }
    // A close event follows. With `ws`, an error without a listener ends the process.
    opened.onerror = () => {}
  }

  const toAddress = async () => {
    const address = new URL(endpoint.url)
    if (!token || Math.abs(now() - token.madeAt) > limits.token) {
      const madeAt = now()
      token = {
        madeAt,
        jwt: await createClientToken({ key: await getKey(), subject, audience: endpoint.url, now: madeAt }),
      }
    }
    address.searchParams.set('auth', token.jwt)
    address.searchParams.set('projectId', endpoint.projectId)
    // A browser cannot see why an upgrade failed, so the relay answers with a close code.
    address.searchParams.set('useOnCloseEvent', 'true')
    return address.href
  }

  const onFrame = (data: unknown, from: WebSocketLike) => {
    lastHeard = now()
    const frame = readRelayFrame(data)
    if (frame?.kind === 'answer') {
      const request = pending.get(frame.id)
      pending.delete(frame.id)
      request?.resolve(frame.answer)
      if ('error' in frame.answer && frame.answer.error.code === relayErrorCodes.auth) abandon(relayCloseCodes.refused)
    } else if (frame) {
      onMessage(frame.delivery).then(
        () => {
          if (socket === from) send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
        },
        // Without acknowledgement, it arrives again with the next subscription.
        () => {},
      )
    }
  }

  const send = (frame: string) => {
    // Between the socket's end and its event, browsers are silent and other platforms throw.
    if (socket?.readyState === 1) socket.send(frame)
  }

  const onClosed = (code: number) => {
    socket = undefined
    attempts++
    if (status === 'connected' && now() - connectedAt >= limits.stable) failures = 0
    environment.clearTimeout(timer)
    const unanswered = [...pending.values()]
    pending.clear()
    if (code === relayCloseCodes.refused) {
      setStatus('refused')
    } else if (destroyed || !isNeeded()) {
      setStatus('idle')
    } else {
      const slow = code === relayCloseCodes.tooManyRequests ? limits.slowDelay : limits.firstDelay
      const delay = Math.min(Math.max(limits.firstDelay * 2 ** Math.min(failures++, 10), slow), limits.longestDelay)
      // Half of the delay is random: the clients of a restarted relay must not all return at the same moment.
      setTimer(dial, delay * (0.5 + (environment.randomBytes(1)[0] ?? 0) / 512))
      setStatus('waiting')
    }
    for (const { resolve } of unanswered) resolve('lost')
  }

  /** Drops the socket without waiting for its close event, which a dead network delays by minutes. */
  const abandon = (code = 0) => {
    const given = socket
    onClosed(code)
    given?.close(1000)
  }

  const request: RelayConnection['request'] = ({ method, params, id = newId() }) => {
    if (status !== 'connected') return Promise.resolve('lost')
    const frame = JSON.stringify({ id, jsonrpc: '2.0', method, params })
    return new Promise((resolve) => {
      pending.set(id, { frame, deadline: now() + limits.answer, repeated: false, resolve })
      send(frame)
    })
  }

  const checkAlive = (silence: number) => {
    const asked = now() - lastHeard >= silence && pending.size === 0 ? probe() : undefined
    if (asked) void request(asked)
  }

  const watch = () => {
    setTimer(() => {
      for (const entry of pending.values()) {
        if (entry.deadline > now()) continue
        if (entry.repeated) return abandon()
        entry.repeated = true
        entry.deadline = now() + limits.repeatedAnswer
        send(entry.frame)
      }
      checkAlive(limits.silence)
      watch()
    }, 1_000)
  }

  return {
    url: endpoint.url,
    status: () => status,
    failure: () => failure,
    reason: () => reason,
    need: () => {
      if (status === 'idle' && !destroyed) dial()
    },
    request,
    wake: () => {
      if (status === 'waiting') {
        failures = 0
        environment.clearTimeout(timer)
        dial()
      } else if (status === 'connected') {
        checkAlive(limits.silenceOnWake)
        for (const entry of pending.values()) {
          entry.repeated = true
          entry.deadline = Math.min(entry.deadline, now() + limits.answerOnWake)
        }
      }
    },
    destroy: () => {
      destroyed = true
      abandon()
    },
  }
}
