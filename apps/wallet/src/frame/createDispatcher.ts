import { type FrameMessage, frameLimits } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameRequestSchema,
  frameRequests,
} from '@latchkey/protocol/wallet'
import * as z from 'zod/mini'
import { createTokenBucket } from './createTokenBucket.ts'
import { findJsonFlaw } from './findJsonFlaw.ts'
import { toFailure } from './toFailure.ts'

/** Context of a request for its handler. */
export type RequestContext = {
  id: string
  /** Aborts when the host gives up the request. */
  signal: AbortSignal
  /** Marks the request as irrevocable: an abort has no effect from here on, and the host gets the result. */
  hold: () => void
}

/** Handlers of the host's requests. */
export type FrameHandlers = {
  [Type in FrameRequestType]: (payload: FramePayload<Type>, context: RequestContext) => Promise<FrameResult<Type>>
}

/** Receiver of the port's messages. */
export type Dispatcher = {
  receive: (data: unknown) => void
  /** Aborts one open request, or all except `except`. Each gets its answer immediately. */
  abort: (options: { id?: string | undefined; except?: string }) => void
  openRequests: () => number
}

type OpenRequest = { type: FrameRequestType; controller: AbortController; answered: boolean; held: boolean }

/** Number of remembered IDs of finished requests, so that none is reused. */
const rememberedIds = 1_000

/** The site builder can fix this, so the message names the limit. */
const tooLarge = { message: `A request to the wallet has at most ${frameLimits.messageBytes / 1024} KiB` }

const idSchema = z.uuid()

/**
 * Creates the dispatcher of one host: checks size, shape, rate and count, passes each request to its handler and answers it once.
 *
 * @param options.validateResults checks the handlers' answers against the contract (development)
 * @param options.refused called with the code of every refused message
 */
export function createDispatcher({
  handlers,
  post,
  now,
  validateResults,
  refused,
}: {
  handlers: FrameHandlers
  post: (message: FrameMessage) => void
  now: () => number
  validateResults: boolean
  refused?: (code: string) => void
}): Dispatcher {
  const open = new Map<string, OpenRequest>()
  const finished = new Set<string>()
  const take = createTokenBucket({
    capacity: frameLimits.requestsPerSecond,
    perSecond: frameLimits.requestsPerSecond,
    now,
  })

  const fail = (id: string, isRpc: boolean, error: unknown) =>
    post({ k: 'res', id, ok: false, error: toFailure({ error, isRpc }) })

  const refuse = (id: string | undefined, isRpc: boolean, error: ServiceError) => {
    refused?.(error.code)
    // A message without an ID cannot be answered.
    if (id !== undefined) fail(id, isRpc, error)
  }

  const finish = (id: string, request: OpenRequest) => {
    request.answered = true
    open.delete(id)
    finished.add(id)
    const oldest = finished.size > rememberedIds ? finished.values().next().value : undefined
    if (oldest !== undefined) finished.delete(oldest)
  }

  const run = async (id: string, type: FrameRequestType, payload: unknown) => {
    const request: OpenRequest = { type, controller: new AbortController(), answered: false, held: false }
    open.set(id, request)
    try {
      const handle = handlers[type] as (payload: unknown, context: RequestContext) => Promise<unknown>
      const hold = () => {
        request.held = true
      }
      const result = await handle(payload, { id, signal: request.controller.signal, hold })
      if (request.answered) return
      if (validateResults && !z.safeParse(frameRequests[type].result, result).success)
        throw new ServiceError('response_invalid')
      post({ k: 'res', id, ok: true, result })
      finish(id, request)
    } catch (error) {
      if (request.answered) return
      finish(id, request)
      fail(id, type === 'rpc', error)
    }
  }

  const abortOne = (id: string, request: OpenRequest) => {
    if (request.answered || request.held) return
    finish(id, request)
    const error = new ServiceError(request.type === 'rpc' ? 'rpc_aborted' : 'request_aborted')
    fail(id, request.type === 'rpc', error)
    request.controller.abort(error)
  }

  return {
    receive: (data) => {
      // Malformed messages also cost a token, so that refusing a flood is cheap.
      const hasToken = take()
      const flaw = hasToken ? findJsonFlaw({ value: data, maxBytes: frameLimits.messageBytes }) : 'form'
      const id = readId(data)
      if (!hasToken) return refuse(id, false, new ServiceError('frame_busy', { retryAfter: 1 }))
      if (flaw) return refuse(id, false, new ServiceError('frame_request_invalid', flaw === 'size' ? tooLarge : {}))
      const parsed = z.safeParse(frameRequestSchema, data)
      if (!parsed.success) return refuse(id, false, new ServiceError('frame_request_invalid'))
      const { type, payload } = parsed.data
      const isRpc = type === 'rpc'
      if (!isRequestType(type)) return refuse(id, false, new ServiceError('frame_request_invalid'))
      if (open.has(parsed.data.id) || finished.has(parsed.data.id))
        return refuse(id, isRpc, new ServiceError('frame_request_invalid'))
      const checked = z.safeParse(frameRequests[type].payload, payload)
      if (!checked.success) return refuse(id, isRpc, new ServiceError('frame_request_invalid'))
      if (open.size >= frameLimits.openRequests) return refuse(id, isRpc, new ServiceError('frame_busy'))
      void run(parsed.data.id, type, checked.data)
    },
    abort: ({ id, except }) => {
      for (const [key, request] of [...open])
        if ((id === undefined || key === id) && key !== except) abortOne(key, request)
    },
    openRequests: () => open.size,
  }
}

function isRequestType(type: string): type is FrameRequestType {
  return Object.hasOwn(frameRequests, type)
}

/** ID of an arbitrary message; only an own, plain property counts. */
function readId(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const descriptor = Object.getOwnPropertyDescriptor(data, 'id')
  const parsed = z.safeParse(idSchema, descriptor?.value)
  return parsed.success ? parsed.data : undefined
}
